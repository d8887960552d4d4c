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
  const inOrder = new Uint32Array(length);
  const late: number[] = [];
  const untimed: number[] = [];
  let kept = 0;
  let latest = -Infinity;
  for (let position = 0; position < length; position++) {
    const time = timeAt(position);
    if (time === Infinity) untimed.push(position);
    else if (time < latest) late.push(position);
    else {
      latest = time;
      inOrder[kept++] = position;
    }
  }
  if (late.length === 0 && untimed.length === 0) return inOrder;
  const stragglers = Uint32Array.from(late).sort((a, b) => timeAt(a) - timeAt(b) || a - b);
  return joined(inOrder.subarray(0, kept), stragglers, { untimed, timeAt });
}

function joined(
  a: Uint32Array,
  b: Uint32Array,
  rest: { untimed: readonly number[]; timeAt: (position: number) => number },
): Uint32Array {
  const { untimed, timeAt } = rest;
  const order = new Uint32Array(a.length + b.length + untimed.length);
  let i = 0;
  let j = 0;
  for (let at = 0; at < a.length + b.length; at++) {
    if (j === b.length) order[at] = a[i++] as number;
    else if (i === a.length) order[at] = b[j++] as number;
    else {
      const difference = timeAt(a[i] as number) - timeAt(b[j] as number);
      const first = difference < 0 || (difference === 0 && (a[i] as number) < (b[j] as number));
      order[at] = (first ? a[i++] : b[j++]) as number;
    }
  }
  order.set(untimed, a.length + b.length);
  return order;
}
