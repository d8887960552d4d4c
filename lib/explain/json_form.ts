/**
 * Verdicts for programs: one JSON object per line.
 *
 * @module
 */

import { userOf } from "../catalog/mod.ts";
import { printedJson } from "../row/escape.ts";
import { type Brief, formIdOf, TAKEN_WORDS, type Verdict } from "./verdict.ts";

/** The short answer as one line of JSON. */
export function briefAsJson(brief: Brief): string {
  return printedJson({
    path: brief.path,
    understood: brief.understood,
    form: brief.form,
    store: brief.store,
    collected: brief.collected,
    collected_rule: brief.rule,
    secret: brief.secret,
    secret_rule: brief.secretRule,
    read_as: brief.readAs,
  });
}

/** The long answer as one line of JSON. */
export function verdictAsJson(verdict: Verdict): string {
  const { match, operand } = verdict;
  const { understood, entry, secret, taken } = match;
  return printedJson({
    path: operand.given,
    understood: understood.path,
    known: verdict.known,
    dialect: understood.dialect,
    container: operand.container,
    line: operand.line,
    form: formIdOf(match),
    home: understood.home,
    user: understood.form === null ? null : userOf(understood),
    account: understood.account,
    volume: understood.volume,
    profile: understood.profile,
    snapshot: understood.snapshot,
    entry: entry?.id ?? null,
    title: entry?.title ?? null,
    doc: entry?.doc ?? null,
    writer: entry?.writer ?? null,
    store: match.store,
    standing: match.standing,
    companion: match.companion,
    collected: TAKEN_WORDS[taken],
    collected_rule: verdict.collectedRule,
    collected_why: verdict.collectedWhy,
    secret: taken === "excluded" || taken === "unclaimed" ? null : secret !== null,
    secret_rule: verdict.secretRule,
    secret_pattern: secret?.pattern ?? null,
    secret_holds: secret?.rule.what ?? null,
    credentials: entry?.credentials ?? null,
    read_as: verdict.readAs === "-" ? null : verdict.readAs,
    reading: entry?.reading ?? null,
    survives: entry?.survives ?? null,
    rests_on: match.exclusion?.rule.origin ?? entry?.origin ?? secret?.rule.origin ??
      understood.form?.origin ?? null,
    rows: verdict.rows,
    notes: verdict.notes,
    below: verdict.below,
    near: verdict.near,
  });
}
