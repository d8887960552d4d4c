/**
 * Which secondary rows only repeat a row that stands elsewhere.
 *
 * Two passes: this one reads every source once and keeps hashes and numbers;
 * the run then writes. It is left out when there is nothing secondary.
 *
 * @module
 */

import { KeptRows, saysOf } from "./kept_rows.ts";
import { Places, type RowPlace } from "./places.ts";
import { readSafely } from "./read_safely.ts";
import { countRow, keepFault, type SourceReport } from "./report.ts";
import { type Candidate, type PairingRule, rowRepeated } from "./same_row.ts";
import type { Source } from "./source.ts";
import { stamp, type Stamped, type StampOptions } from "./stamp.ts";
import type { StampedRow } from "../row/stamped.ts";
import { isTrouble } from "../row/trouble.ts";
import { pendingWords } from "../stores/pending_messages_texts.ts";
import { startsCronSession } from "../stores/state_db/mod.ts";
import type { ReadOptions, Told } from "../stores/reader.ts";
import { Repeats } from "./repeats.ts";

/** What becomes of one row. */
export interface Settled {
  readonly duplicate: boolean;
  /** The row to write, with its notes on copies; null when it is not written. */
  readonly row: StampedRow | null;
}

/** What was found out about repeats. */
export interface Pairing {
  /** True when this pass has counted the source's rows already. */
  counted(source: Source): boolean;
  /** True when nothing of the source is to be written. */
  isAllDuplicate(source: Source): boolean;
  /** Settles the row of that number in the order in which its source is read. */
  settle(source: Source, number: number, row: StampedRow): Settled;
}

/** A source to be read, with its report. */
export interface PairingTask {
  readonly source: Source;
  readonly report: SourceReport;
  readonly options: ReadOptions;
}

/** How pairing goes. */
export interface PairingOptions extends StampOptions {
  readonly keepDuplicates: boolean;
}

const NOTHING_REPEATED: Pairing = {
  counted: () => false,
  isAllDuplicate: () => false,
  settle: (_source, _number, row) => ({ duplicate: false, row }),
};

/** Reads all sources that can repeat or be repeated, in the order of the timeline's stores. */
export function pairSources(tasks: readonly PairingTask[], options: PairingOptions): Pairing {
  if (!tasks.some(({ source }) => source.kind === "secondary")) return NOTHING_REPEATED;
  const pass = new Pass(options);
  for (const task of tasks) if (task.source.kind !== "settings") pass.read(task);
  return pass.repeats;
}

class Pass {
  readonly repeats: Repeats;
  readonly #options: PairingOptions;
  readonly #kept = new KeptRows();
  readonly #places = new Places();
  readonly #groups = new Map<string, number>();

  constructor(options: PairingOptions) {
    this.#options = options;
    this.repeats = new Repeats(this.#kept, options.keepDuplicates);
  }

  read(task: PairingTask): void {
    const { source, report } = task;
    const group = this.#groupNumber(source.group);
    this.repeats.begin(source);
    const told = readSafely(source, {
      options: task.options,
      byTime: source.kind === "primary",
      onFault: (fault) => keepFault(report, fault),
    });
    for (const item of told) {
      const stamped = stamp(item, source, this.#options);
      countRow(report, item, stamped.row);
      const candidate = this.#candidate(item, stamped, { source, group });
      if (startsCronSession(stamped.row.text)) {
        this.#places.noteCron(source.home, stamped.row.sessionId ?? "");
      }
      if (this.#isKnownInput(candidate, stamped.row)) {
        this.repeats.drop();
        continue;
      }
      const repeated = source.kind === "secondary" && mayRepeat(item)
        ? rowRepeated(candidate, this.#kept, this.#places)
        : null;
      if (repeated === null) this.repeats.keep(this.#kept.add(candidate.says, candidate));
      else {
        this.#kept.absorb(repeated, group);
        this.repeats.absorb(repeated, stamped.row);
        report.duplicates++;
      }
    }
    this.repeats.end();
  }

  #candidate(
    told: Told,
    stamped: Stamped,
    from: { source: Source; group: number },
  ): Candidate {
    const { row, wasLocal } = stamped;
    const at: RowPlace = {
      home: from.source.home,
      session: row.sessionId,
      project: row.projectPath,
    };
    const line = isTrouble(told) ? `\0${row.line}` : "";
    const says = saysOf(`${row.turn}\0${row.toolName ?? ""}\0${row.text}${line}`);
    return {
      says,
      at,
      rule: RULES.get(from.source.reader.id) ?? "session",
      time: row.time ?? Infinity,
      place: this.#places.number(at),
      call: row.toolUseId === null ? 0 : (saysOf(row.toolUseId)[0] || 1),
      line: row.line,
      local: wasLocal,
      byTime: from.source.kind === "primary",
      group: from.group,
    };
  }

  /** Input put aside that did become a message after all needs no row of its own. */
  #isKnownInput(candidate: Candidate, row: StampedRow): boolean {
    const words = pendingWords(row.text);
    if (words === null || row.turn !== "system") return false;
    return ["user", "assistant"].some((turn) => {
      const message = { ...candidate, says: saysOf(`${turn}\0\0${words}`) };
      return rowRepeated(message, this.#kept, this.#places) !== null;
    });
  }

  #groupNumber(group: string): number {
    const known = this.#groups.get(group);
    if (known !== undefined) return known;
    this.#groups.set(group, this.#groups.size + 1);
    return this.#groups.size;
  }
}

/** Stores whose rows look for their twins in another way than by session. */
const RULES: ReadonlyMap<string, PairingRule> = new Map([
  ["cron_output", "cron"],
  ["trajectory", "project"],
]);

/** A file that cannot be read is its own fault, also when another file has the same. */
function mayRepeat(told: Told): boolean {
  return !isTrouble(told) || told.trouble === "record";
}
