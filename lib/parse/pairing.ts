/**
 * Which secondary rows only repeat a row that stands elsewhere.
 *
 * Two passes: this one reads every source once, keeps hashes and numbers, and
 * passes on the secondary rows that stand; the run then reads the primary
 * sources again to write. It is left out when there is nothing secondary.
 *
 * @module
 */

import type { Row } from "../row/row.ts";
import type { StampedRow } from "../row/stamped.ts";
import { isTrouble } from "../row/trouble.ts";
import { isUnchanged, type ReadOptions, type Told, type Unchanged } from "../stores/reader.ts";
import { startsCronSession } from "../stores/state_db/mod.ts";
import { KeptRows, saysOf } from "./kept_rows.ts";
import { KnownInputs } from "./known_inputs.ts";
import { LiveStore } from "./live_store.ts";
import { mayHoldRepeats, mayRepeat, RULES } from "./may_repeat.ts";
import { Places } from "./places.ts";
import { type FileFault, readBesideSafely, readSafely } from "./read_safely.ts";
import { Repeats } from "./repeats.ts";
import { countMoment, countRow, keepFault, type SourceReport } from "./report.ts";
import { type Candidate, TwinFinder } from "./same_row.ts";
import type { Source } from "./source.ts";
import { stamp, type Stamped, type StampOptions } from "./stamp.ts";

/** What was found out about repeats. */
export interface Pairing {
  /** True when this pass has read the source: its rows are counted, and passed on if secondary. */
  hasRead(source: Source): boolean;
  /** Number under which the first row of a primary source is kept; the others follow it. */
  firstNumber(source: Source): number;
  /** A kept row with its notes on copies. */
  withCopies(number: number, row: StampedRow): StampedRow;
}

/** A source to be read, with its report. */
export interface PairingTask {
  readonly source: Source;
  readonly report: SourceReport;
  readonly options: ReadOptions;
}

/** A row of a secondary source that is to be written. */
export interface PassedOn {
  readonly source: Source;
  readonly row: StampedRow;
  /** Place in the order in which its source was read. */
  readonly emission: number;
  /** Number under which it is kept; null for a repeat. */
  readonly number: number | null;
}

/** How pairing goes. */
export interface PairingOptions extends StampOptions {
  /** Pass repeats on too, each with a note. */
  readonly keepDuplicates: boolean;
  /** Takes what is to be written of the secondary sources. */
  readonly passOn: (row: PassedOn) => void;
  /** Called every {@linkcode BATCH} rows; throws when the run is to stop. */
  readonly pause: () => Promise<void>;
}

/** Rows between two looks at whether to stop. */
export const BATCH = 2000;

const NOTHING_REPEATED: Pairing = {
  hasRead: () => false,
  firstNumber: () => 0,
  withCopies: (_number, row) => row,
};

/** A secondary source that is being read. */
interface Settling {
  readonly source: Source;
  readonly report: SourceReport;
  readonly group: number;
  /** How many of its rows have been told. */
  emission: number;
}

/** Reads all sources that can repeat or be repeated, in the order of the timeline's stores. */
export async function pairSources(
  tasks: readonly PairingTask[],
  options: PairingOptions,
): Promise<Pairing> {
  if (!mayHoldRepeats(tasks.map(({ source }) => source))) return NOTHING_REPEATED;
  const copies = tasks.filter(({ source }) => source.reader.readBeside !== undefined);
  const homesWithCopies = new Set(copies.map(({ source }) => source.home));
  const pass = new Pass(options, { homesWithCopies, inputs: new KnownInputs(tasks) });
  for (const task of tasks) if (task.source.kind !== "settings") await pass.read(task);
  return pass;
}

class Pass implements Pairing {
  readonly #options: PairingOptions;
  readonly #kept = new KeptRows();
  readonly #places = new Places();
  readonly #twins = new TwinFinder(this.#kept, this.#places);
  readonly #repeats = new Repeats(this.#kept);
  readonly #groups = new Map<string, number>();
  readonly #firsts = new Map<Source, number>();
  readonly #homesWithCopies: ReadonlySet<string>;
  /** Live stores by home, where there are older copies of them. */
  readonly #live = new Map<string, LiveStore>();

  readonly #inputs: KnownInputs;

  constructor(
    options: PairingOptions,
    known: { homesWithCopies: ReadonlySet<string>; inputs: KnownInputs },
  ) {
    this.#options = options;
    this.#homesWithCopies = known.homesWithCopies;
    this.#inputs = known.inputs;
  }

  hasRead(source: Source): boolean {
    return this.#firsts.has(source);
  }

  firstNumber(source: Source): number {
    return this.#firsts.get(source) ?? 0;
  }

  withCopies(number: number, row: StampedRow): StampedRow {
    return this.#repeats.withCopies(number, row);
  }

  async read(task: PairingTask): Promise<void> {
    const group = this.#groupNumber(task.source.group);
    this.#firsts.set(task.source, this.#repeats.begin(task.source));
    if (task.source.kind === "primary") await this.#readPrimary(task, group);
    else await this.#readSecondary(task, group);
  }

  async #readPrimary({ source, report, options }: PairingTask, group: number): Promise<void> {
    const onFault = (fault: FileFault): void => keepFault(report, fault);
    const told = readSafely(source, { options, byTime: true, onFault });
    const { home } = source;
    const live = this.#homesWithCopies.has(home)
      ? new LiveStore({ source, report, options })
      : null;
    let count = 0;
    for (const item of told) {
      const { candidate, row } = this.#look(item, { source, report, group });
      const number = this.#kept.add(candidate.says, candidate);
      live?.note(row, number);
      if (++count % BATCH === 0) await this.#options.pause();
    }
    if (live !== null) this.#live.set(home, live);
  }

  async #readSecondary({ source, report, options }: PairingTask, group: number): Promise<void> {
    const onFault = (fault: FileFault): void => keepFault(report, fault);
    const live = source.reader.readBeside === undefined ? undefined : this.#live.get(source.home);
    const beside = live?.open() ?? null;
    const of: Settling = { source, report, group, emission: 0 };
    try {
      const told = beside === null
        ? readSafely(source, { options, byTime: false, onFault })
        : readBesideSafely(source, { options, onFault }, beside.pages);
      let count = 0;
      for (const item of told) {
        if (isUnchanged(item)) this.#settleUnchanged(item, live as LiveStore, of);
        else this.#settle(item, of);
        if (++count % BATCH === 0) await this.#options.pause();
      }
    } finally {
      beside?.close();
    }
  }

  /** Counts a row that was told, and what pairing needs of it. */
  #look(
    item: Told,
    of: { source: Source; report: SourceReport; group: number },
  ): { candidate: Candidate; row: StampedRow } {
    const { source, report, group } = of;
    this.#inputs.note(item, source);
    const stamped = stamp(item, source, this.#options);
    countRow(report, item, stamped.row);
    const candidate = this.#candidate(item, stamped, { source, group });
    if (startsCronSession(stamped.row)) this.#places.noteCron(candidate.place);
    return { candidate, row: stamped.row };
  }

  /**
   * A message that the live store has alike gives the rows that are kept of it:
   * nothing of it is decoded unless one of them has to be written.
   */
  #settleUnchanged(message: Unchanged, live: LiveStore, of: Settling): void {
    const run = this.#options.keepDuplicates ? null : live.rowsOf(message.unchanged);
    if (run === null) {
      for (const item of message.rows()) this.#settle(item, of);
      return;
    }
    for (let at = 0; at < run.count; at++) {
      const candidate = this.#candidateLike(run.first + at, of.group);
      const repeated = this.#twins.twinOf(candidate);
      if (repeated === null) {
        const item = [...message.rows()][at];
        if (item !== undefined) this.#settle(item, of);
      } else {
        const { turn, time, line } = candidate;
        countMoment(of.report, { turn, time: time === Infinity ? null : time });
        this.#absorb(repeated, { candidate, line, report: of.report });
        of.emission++;
      }
    }
  }

  /** Keeps a secondary row and passes it on, unless it repeats one that is kept. */
  #settle(item: Told, of: Settling): void {
    if (this.#inputs.holds(item, of.source)) return;
    const { candidate, row } = this.#look(item, of);
    const { source, report } = of;
    const emission = of.emission++;
    const repeated = mayRepeat(item, { source, row }) ? this.#twins.twinOf(candidate) : null;
    if (repeated === null) {
      const number = this.#kept.add(candidate.says, candidate);
      this.#options.passOn({ source, row, emission, number });
      return;
    }
    this.#absorb(repeated, { candidate, line: row.line, report });
    if (!this.#options.keepDuplicates) return;
    const notes = [...row.notes, this.#repeats.noteOnCopy(repeated)];
    this.#options.passOn({ source, row: { ...row, notes }, emission, number: null });
  }

  #absorb(
    repeated: number,
    of: { candidate: Candidate; line: Row["line"]; report: SourceReport },
  ): void {
    this.#kept.absorb(repeated, of.candidate.group);
    this.#repeats.note(repeated, of.line);
    of.report.duplicates++;
  }

  /** The candidate that a row of another group makes which says what a kept row says. */
  #candidateLike(number: number, group: number): Candidate {
    const kept = this.#kept;
    return {
      says: kept.says(number),
      rule: "session",
      time: kept.time(number),
      place: kept.place(number),
      call: kept.call(number),
      line: kept.line(number),
      turn: kept.turn(number),
      local: kept.local(number),
      byTime: false,
      group,
    };
  }

  #candidate(told: Told, stamped: Stamped, from: { source: Source; group: number }): Candidate {
    const { row, wasLocal } = stamped;
    const { home, kind, reader } = from.source;
    const line = isTrouble(told) ? `\0${row.line}` : "";
    return {
      says: saysOf(`${row.turn}\0${row.toolName ?? ""}\0${row.text}${line}`),
      rule: RULES.get(reader.id) ?? "session",
      time: row.time ?? Infinity,
      place: this.#places.number({ home, session: row.sessionId, project: row.projectPath }),
      call: row.toolUseId === null ? 0 : (saysOf(row.toolUseId)[0] || 1),
      line: row.line,
      turn: row.turn,
      local: wasLocal,
      byTime: kind === "primary",
      group: from.group,
    };
  }

  #groupNumber(group: string): number {
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    this.#groups.set(group, this.#groups.size + 1);
    return this.#groups.size;
  }
}
