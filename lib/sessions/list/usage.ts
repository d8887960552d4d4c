/**
 * Tokens and costs by model, and the sessions that used most.
 *
 * Costs are those that the store holds, never computed from prices.
 *
 * @module
 */

import { compareCodePoints } from "../../row/order.ts";
import type { SessionRow } from "./session_row.ts";
import type { ListedSession } from "./listed.ts";
import { descending, sumOf, tokensOf } from "./totals.ts";

type Sum = number | bigint | null;

/** What the sessions of one model used. */
export interface ModelUsage {
  /** Null for sessions that name none. */
  readonly model: string | null;
  readonly sessions: number;
  readonly input: Sum;
  readonly output: Sum;
  readonly cacheRead: Sum;
  readonly cacheWrite: Sum;
  readonly reasoning: Sum;
  readonly estimatedCost: Sum;
  readonly actualCost: Sum;
}

/** How many of the heaviest sessions are named. */
const HEAVIEST = 10;

/** The usage by model, the dearest first; sessions without a model last. */
export function usageByModel(sessions: readonly ListedSession[]): ModelUsage[] {
  const byModel = new Map<string | null, SessionRow[]>();
  for (const { row } of sessions) {
    if (row === null) continue;
    const rows = byModel.get(row.model);
    if (rows === undefined) byModel.set(row.model, [row]);
    else rows.push(row);
  }
  return Array.from(byModel, ([model, rows]) => usageOf(model, rows)).sort((a, b) =>
    Number(a.model === null) - Number(b.model === null) ||
    descending(a.estimatedCost, b.estimatedCost) ||
    compareCodePoints(a.model ?? "", b.model ?? "")
  );
}

/** The ten sessions with most input and output tokens; those that tell none come last. */
export function heaviest(sessions: readonly ListedSession[]): ListedSession[] {
  return sessions.filter(({ row }) => row !== null)
    .sort((a, b) => descending(tokensOf(a.row), tokensOf(b.row)))
    .slice(0, HEAVIEST);
}

function usageOf(model: string | null, rows: readonly SessionRow[]): ModelUsage {
  const sum = (name: keyof SessionRow): Sum => sumOf(rows.map((row) => row[name]));
  return {
    model,
    sessions: rows.length,
    input: sum("input_tokens"),
    output: sum("output_tokens"),
    cacheRead: sum("cache_read_tokens"),
    cacheWrite: sum("cache_write_tokens"),
    reasoning: sum("reasoning_tokens"),
    estimatedCost: sum("estimated_cost_usd"),
    actualCost: sum("actual_cost_usd"),
  };
}
