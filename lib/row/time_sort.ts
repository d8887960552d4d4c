/**
 * The order of many times, in typed arrays: 4 bytes a row.
 *
 * @module
 */

/**
 * Positions 0 to `length` - 1 by time, ties in their own order; `Infinity`
 * stands for no time and comes last. Times that are almost in order, as stores
 * keep them, cost one pass: only the stragglers are sorted.
 */
export function positionsByTime(length: number, timeAt: (position: number) => number): Uint32Array {
  const order = new Uint32Array(length);
  const kept = placeInOrder(order, timeAt);
  const stragglers = order.slice(kept.timed, kept.timed + kept.late);
  stragglers.sort((a, b) => timeAt(a) - timeAt(b) || a - b);
  let a = kept.timed;
  let b = kept.late;
  while (b > 0) {
    const first = a > 0 ? order[a - 1] as number : -1;
    const second = stragglers[b - 1] as number;
    const later = first < 0 ? -1 : timeAt(first) - timeAt(second) || first - second;
    order[a + b - 1] = later > 0 ? first : second;
    if (later > 0) a--;
    else b--;
  }
  return order;
}

/**
 * Splits the positions, each part in its own order: first those whose times only
 * rise, then the stragglers, then those without a time.
 */
function placeInOrder(
  order: Uint32Array,
  timeAt: (position: number) => number,
): { timed: number; late: number } {
  const counts = { timed: 0, late: 0 };
  walk(order.length, timeAt, (part) => {
    if (part !== "untimed") counts[part]++;
  });
  const next = { timed: 0, late: counts.timed, untimed: counts.timed + counts.late };
  walk(order.length, timeAt, (part, position) => order[next[part]++] = position);
  return counts;
}

function walk(
  length: number,
  timeAt: (position: number) => number,
  put: (part: "timed" | "late" | "untimed", position: number) => void,
): void {
  let latest = -Infinity;
  for (let position = 0; position < length; position++) {
    const time = timeAt(position);
    if (time === Infinity) put("untimed", position);
    else if (time < latest) put("late", position);
    else {
      latest = time;
      put("timed", position);
    }
  }
}
