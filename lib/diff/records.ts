/**
 * A report as one stream of records, which every format prints in its own way.
 *
 * @module
 */

import type { Change } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import type { HomeReport } from "./home_report.ts";
import type { LeftAside } from "./judged.ts";
import type { Vanished } from "./ledger.ts";
import type { NotRead } from "./not_read.ts";
import type { DiffReport } from "./run.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

/** One thing to tell; what belongs to a home follows its `home` record. */
export type DiffRecord =
  | { readonly record: "verdict"; readonly verdict: Verdict }
  | { readonly record: "home"; readonly home: HomeReport }
  | { readonly record: "left aside"; readonly home: HomeReport; readonly aside: LeftAside }
  | { readonly record: "comparison"; readonly home: HomeReport; readonly comparison: Comparison }
  | {
    readonly record: "change";
    readonly home: HomeReport;
    readonly comparison: Comparison;
    readonly change: Change;
  }
  | { readonly record: "vanished"; readonly home: HomeReport; readonly vanished: Vanished }
  | { readonly record: "not read"; readonly home: HomeReport; readonly notRead: NotRead };

/** The records of a report, the verdict first. The changes are taken out of their spool. */
export function* recordsOf(report: DiffReport): Generator<DiffRecord> {
  yield { record: "verdict", verdict: verdictOf(report) };
  const changes = report.changes.take();
  for (const home of report.homes) {
    yield { record: "home", home };
    for (const aside of home.leftAside) yield { record: "left aside", home, aside };
    for (const { comparison, told } of home.comparisons) {
      yield { record: "comparison", home, comparison };
      for (let left = told; left > 0; left--) {
        const { value, done } = changes.next();
        if (done === true) throw new RangeError(`Expected ${left} more changes in the spool`);
        yield { record: "change", home, comparison, change: value };
      }
    }
    for (const vanished of home.ledger ?? []) yield { record: "vanished", home, vanished };
    for (const notRead of home.notRead) yield { record: "not read", home, notRead };
  }
}
