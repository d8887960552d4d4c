/**
 * A run in three lines: what was compared, what is gone, what is altered.
 *
 * @module
 */

import { type ChangeKind, MESSAGE_CHANGES, SESSION_CHANGES } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import type { Vanished } from "./ledger.ts";
import type { DiffReport } from "./run.ts";

/** The figures of a run. */
export interface Verdict {
  readonly homes: number;
  /** Older databases. */
  readonly compared: number;
  /** Live main files that were also compared without their write-ahead log. */
  readonly mainFiles: number;
  readonly leftAside: number;
  readonly unreadable: number;
  /** Sessions that are gone, each once, by how that is known; moved ones are not gone. */
  readonly gone: {
    readonly deleted: number;
    readonly swept: number;
    readonly undated: number;
    readonly unmarked: number;
  };
  readonly moved: number;
  /** Messages that any database still holds of the gone sessions. */
  readonly messagesOfGone: number;
  /** Gone sessions of which words survive somewhere. */
  readonly survive: number;
  /** Of each kind, the most that one comparison found. */
  readonly most: Readonly<Record<ChangeKind, number>>;
  /** Messages removed from sessions that are still there, the most in one comparison. */
  readonly lostFromKept: number;
}

/** Adds up a report. */
export function verdictOf({ homes }: DiffReport): Verdict {
  const all = homes.flatMap((home) => home.comparisons.map(({ comparison }) => comparison));
  // What stands only in the write-ahead log is no loss between two moments that were kept.
  const comparisons = all.filter(({ older }) => older.kind !== "main file alone");
  const aside = homes.flatMap(({ leftAside }) => leftAside);
  const ledger = homes.flatMap((home) => home.ledger ?? []);
  const gone = ledger.filter(({ isMoved }) => !isMoved);
  const kinds: ChangeKind[] = [...SESSION_CHANGES, ...MESSAGE_CHANGES];
  const most = Object.fromEntries(
    kinds.map((kind) => [kind, highest(comparisons, ({ counts }) => counts[kind])]),
  ) as Record<ChangeKind, number>;
  return {
    homes: homes.length,
    compared: comparisons.length,
    mainFiles: all.length - comparisons.length,
    leftAside: aside.length,
    unreadable: aside.filter(({ isDamage }) => isDamage).length,
    gone: {
      deleted: count(gone, ({ tombstone }) => tombstone?.time != null && !tombstone.sweep),
      swept: count(gone, ({ tombstone }) => tombstone?.time != null && tombstone.sweep),
      undated: count(gone, ({ tombstone }) => tombstone !== null && tombstone.time === null),
      unmarked: count(gone, ({ tombstone }) => tombstone === null),
    },
    moved: ledger.length - gone.length,
    messagesOfGone: gone.reduce((sum, { messages }) => sum + messages, 0),
    survive: count(gone, ({ survivors }) => survivors.length > 0),
    most,
    lostFromKept: highest(comparisons, ({ lostFromKept }) => lostFromKept),
  };
}

/** The three lines. */
export function verdictLines(verdict: Verdict): string[] {
  const { gone, most } = verdict;
  const all = gone.deleted + gone.swept + gone.undated + gone.unmarked;
  const bare = verdict.lostFromKept + most.rewound + most.compacted + most["superseded copy"] +
    most.restored + most.edited + most["changed message"] + most["changed session"] +
    most["recreated session"] + most["added session"] + most["added message"];
  return [
    `Compared: ${some(verdict.compared, "older database")} of ${some(verdict.homes, "home")}` +
    `${
      verdict.mainFiles === 0 ? "" : `, ${some(verdict.mainFiles, "main file")} without its log`
    }; ` +
    `left aside: ${verdict.leftAside}, of these unreadable: ${verdict.unreadable}`,
    `Gone: ${some(all, "session")} (${gone.deleted} deleted, ${gone.swept} swept, ` +
    `${gone.undated} with a tombstone without a time, ${gone.unmarked} without a tombstone), ` +
    `${some(verdict.messagesOfGone, "message")} of them found; words of ${verdict.survive} ` +
    `survive; moved to another profile: ${verdict.moved}`,
    bare === 0
      ? "Still there: no difference"
      : `Still there, the most in one comparison: messages removed: ${verdict.lostFromKept}, ` +
        `rewound: ${most.rewound}, compacted: ${most.compacted}, ` +
        `superseded copies: ${most["superseded copy"]}, restored: ${most.restored}, ` +
        `edited: ${most.edited}, otherwise changed: ${most["changed message"]}, ` +
        `added: ${most["added message"]}; sessions changed: ${most["changed session"]}, ` +
        `recreated: ${most["recreated session"]}, added: ${most["added session"]}`,
  ];
}

/** A number with its word: `1 session`, `2 sessions`. */
export function some(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

function count(list: readonly Vanished[], is: (one: Vanished) => boolean): number {
  return list.filter(is).length;
}

function highest(list: readonly Comparison[], of: (one: Comparison) => number): number {
  return list.reduce((most, one) => Math.max(most, of(one)), 0);
}
