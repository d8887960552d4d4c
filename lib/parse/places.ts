/**
 * Where rows belong, as far as pairing asks: home, session and project, each
 * combination numbered once.
 *
 * @module
 */

/** A combination of home, session and project. */
export interface RowPlace {
  readonly home: string;
  readonly session: string | null;
  readonly project: string | null;
}

/** Numbers places, and knows which sessions are cron runs. */
export class Places {
  readonly #numbers = new Map<string, number>();
  readonly #places: RowPlace[] = [];
  readonly #cron = new Set<string>();

  /** The number of a place. */
  number(place: RowPlace): number {
    const key = JSON.stringify([place.home, place.session, place.project]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#places.length);
    return this.#places.push(place) - 1;
  }

  /** The place of a number. */
  at(number: number): RowPlace {
    return this.#places[number] as RowPlace;
  }

  /** Notes that a session of a home is a cron run. */
  noteCron(home: string, session: string): void {
    this.#cron.add(JSON.stringify([home, session]));
  }

  /** True for a session noted as a cron run. */
  isCron(place: RowPlace): boolean {
    return this.#cron.has(JSON.stringify([place.home, place.session]));
  }
}
