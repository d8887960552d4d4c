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

/** A place in numbers. */
interface Numbered {
  readonly home: number;
  /** Session of its home; two absent sessions of a home are the same. */
  readonly session: number;
  readonly hasSession: boolean;
  /** The number that rows of the home without a session share. */
  readonly sessionless: number;
  /** -1 for none. */
  readonly project: number;
}

/** Numbers places, and knows which sessions are cron runs. */
export class Places {
  readonly #numbers = new Map<string, number>();
  readonly #places: Numbered[] = [];
  /** Every home, session and project, by a name that no two of them share. */
  readonly #names = new Map<string, number>();
  readonly #cron = new Set<number>();
  #last: RowPlace | null = null;
  #lastNumber = 0;

  /** The number of a place; rows of one session mostly follow one another. */
  number(place: RowPlace): number {
    const { home, session, project } = place;
    const last = this.#last;
    const isLast = last !== null && last.session === session && last.project === project &&
      last.home === home;
    if (!isLast) {
      this.#last = place;
      this.#lastNumber = this.#look(place);
    }
    return this.#lastNumber;
  }

  /** Number of a place's home. */
  home(place: number): number {
    return this.#at(place).home;
  }

  /** Number of a place's session; rows of one home without one share a number. */
  session(place: number): number {
    return this.#at(place).session;
  }

  /** True when a place has a session. */
  hasSession(place: number): boolean {
    return this.#at(place).hasSession;
  }

  /** Number that the rows of a place's home share which have no session. */
  sessionless(place: number): number {
    return this.#at(place).sessionless;
  }

  /** Number of a place's project; -1 for none. */
  project(place: number): number {
    return this.#at(place).project;
  }

  /** Notes that a place's session is a cron run. */
  noteCron(place: number): void {
    if (this.hasSession(place)) this.#cron.add(this.session(place));
  }

  /** True for a session noted as a cron run. */
  isCron(place: number): boolean {
    return this.#cron.has(this.session(place));
  }

  #look(place: RowPlace): number {
    const { home, session, project } = place;
    const key = JSON.stringify([home, session, project]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#places.length);
    return this.#places.push({
      home: this.#name([home]),
      session: this.#name([home, session]),
      hasSession: session !== null,
      sessionless: this.#name([home, null]),
      project: project === null ? -1 : this.#name([null, null, projectName(project)]),
    }) - 1;
  }

  #at(place: number): Numbered {
    return this.#places[place] as Numbered;
  }

  #name(parts: readonly (string | null)[]): number {
    const key = JSON.stringify(parts);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    this.#names.set(key, this.#names.size);
    return this.#names.size - 1;
  }
}

const WINDOWS = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/**
 * A project's folder by one name: a Windows host knows it by either separator and
 * in any case, while what is read from it stands under `/` alone.
 */
function projectName(path: string): string {
  const plain = WINDOWS.test(path) ? path.replaceAll("\\", "/").toLowerCase() : path;
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
}
