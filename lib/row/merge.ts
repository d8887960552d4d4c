/**
 * Sorted streams made one, without holding more than one item of each.
 *
 * @module
 */

/**
 * Merges streams that are sorted by `compare`; equal items come out in the order
 * of their streams. Streams that are not read to their end are closed.
 */
export function* merge<T>(
  streams: readonly Iterable<T>[],
  compare: (a: T, b: T) => number,
): Generator<T, void, undefined> {
  const heap: Head<T>[] = [];
  const precedes: Precedes<T> = (a, b) => {
    const order = compare(a.item, b.item);
    return order < 0 || (order === 0 && a.stream < b.stream);
  };
  const running = new Set<Iterator<T>>();
  try {
    for (const [stream, items] of streams.entries()) {
      const iterator = items[Symbol.iterator]();
      running.add(iterator);
      const first = advance(running, iterator);
      if (!first.done) rise(heap, { item: first.value, stream, iterator }, precedes);
    }
    for (let top = heap[0]; top !== undefined; top = heap[0]) {
      yield top.item;
      const next = advance(running, top.iterator);
      if (next.done) dropTop(heap, precedes);
      else {
        top.item = next.value;
        sink(heap, top, precedes);
      }
    }
  } finally {
    closeAll(running);
  }
}

/** The next item of one stream. */
interface Head<T> {
  item: T;
  readonly stream: number;
  readonly iterator: Iterator<T>;
}

type Precedes<T> = (a: Head<T>, b: Head<T>) => boolean;

/** A stream that has ended has closed itself: it runs no longer. */
function advance<T>(running: Set<Iterator<T>>, iterator: Iterator<T>): IteratorResult<T> {
  const next = iterator.next();
  if (next.done) running.delete(iterator);
  return next;
}

/** Closes every stream, also when closing one of them fails. */
function closeAll<T>(running: Set<Iterator<T>>): void {
  const failures: unknown[] = [];
  for (const iterator of running) {
    try {
      iterator.return?.();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

function rise<T>(heap: Head<T>[], head: Head<T>, precedes: Precedes<T>): void {
  let at = heap.length;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || !precedes(head, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = head;
}

/** Lets the head at the top sink to where it belongs. */
function sink<T>(heap: Head<T>[], head: Head<T>, precedes: Precedes<T>): void {
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    let child = heap[below];
    if (child === undefined) break;
    const sibling = heap[below + 1];
    if (sibling !== undefined && precedes(sibling, child)) {
      child = sibling;
      below++;
    }
    if (!precedes(child, head)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = head;
}

function dropTop<T>(heap: Head<T>[], precedes: Precedes<T>): void {
  const last = heap.pop();
  if (last !== undefined && heap.length > 0) sink(heap, last, precedes);
}
