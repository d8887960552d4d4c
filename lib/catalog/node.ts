/**
 * What a catalog file holds before its meaning is known: texts, lists and maps,
 * each with its line, so that every fault can be pointed at.
 *
 * @module
 */

/** A value of a catalog file. */
export type Node = TextNode | ListNode | MapNode;

/** A scalar; numbers and flags are texts too, the keys decide what they mean. */
export interface TextNode {
  readonly kind: "text";
  readonly line: number;
  readonly text: string;
}

/** A sequence. */
export interface ListNode {
  readonly kind: "list";
  readonly line: number;
  readonly items: Node[];
}

/** A mapping, in the order written. */
export interface MapNode {
  readonly kind: "map";
  readonly line: number;
  readonly pairs: Pair[];
}

/** One key of a mapping. */
export interface Pair {
  readonly key: string;
  readonly line: number;
  readonly value: Node;
}
