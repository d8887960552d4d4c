/**
 * The top-level keys of a YAML file that may be broken elsewhere.
 *
 * @module
 */

import { isMap, isScalar } from "yaml";
import { cuts } from "./yaml_cuts.ts";
import { MOST_PARSED, type YamlDocument, yamlDocuments, type YamlFault } from "./yaml_documents.ts";
import { scalarText } from "./yaml_json.ts";
import { indentSpans } from "./yaml_spans.ts";

/** What stands under one top-level key. */
export interface YamlBlock extends Pick<YamlDocument, "lineOf" | "isWhole"> {
  readonly key: string;
  /** The value's node, as the `yaml` package knows it; null when there is none. */
  readonly value: unknown;
  /** The first thing inside the block that is not YAML. */
  readonly fault: YamlFault | null;
  /** Line on which a node of this block begins, from 1; the key's own line without a node. */
  lineOf(node: unknown): number;
  /** Whether a node of this block ends before the fault. */
  isWhole(node: unknown): boolean;
}

/** What was found in a file. */
export interface YamlBlocks {
  readonly blocks: readonly YamlBlock[];
  /** What is wrong with the file as a whole and not told by a block's own fault. */
  readonly problem: "not valid YAML" | "not an object" | "cannot be read" | null;
}

/**
 * Finds the wanted top-level keys, each as often as it stands there, in every
 * document of the file. Where the file is YAML, the parser alone decides what
 * is a key. A document that is broken is cut at its top-level keys, so that
 * only what stands under a wanted key is judged.
 */
export function yamlBlocks(content: string, wanted: readonly string[]): YamlBlocks {
  const text = content.replace(/\r(?!\n)/g, "\n");
  const documents = tolerantDocuments(text, 1);
  const blocks = documents.flatMap((document) =>
    isBroken(document) ? cutBlocks(document, wanted) : blocksOf(document, wanted)
  );
  return { blocks, problem: problemOf(documents, blocks) };
}

/** The documents of a text, its quotes and flow collections indented where that is missing. */
function tolerantDocuments(text: string, firstLine: number): YamlDocument[] {
  const documents = yamlDocuments(text, firstLine);
  if (text.length > MOST_PARSED || !documents.some(isBroken)) return documents;
  const indented = indentSpans(text);
  return indented === text ? documents : yamlDocuments(indented, firstLine);
}

function isBroken({ fault }: YamlDocument): boolean {
  return fault !== null;
}

function problemOf(
  documents: readonly YamlDocument[],
  blocks: readonly YamlBlock[],
): YamlBlocks["problem"] {
  // what is broken beside the wanted keys is nobody's question, where these hold something
  if (blocks.some(holdsSomething) && documents.some(isBroken)) return null;
  if (documents.some((document) => !document.isRead)) return "cannot be read";
  if (documents.some(isBroken)) return "not valid YAML";
  const isOther = ({ contents }: YamlDocument): boolean => !isMap(contents) && !isEmpty(contents);
  return documents.some(isOther) ? "not an object" : null;
}

function holdsSomething({ value, fault }: YamlBlock): boolean {
  return fault !== null || !isEmpty(value);
}

function isEmpty(node: unknown): boolean {
  return node === null || isScalar(node) && scalarText(node) === "";
}

function blocksOf(document: YamlDocument, wanted: readonly string[]): YamlBlock[] {
  if (!isMap(document.contents)) return [];
  return document.contents.items
    .filter(({ key }) => isScalar(key) && wanted.includes(scalarText(key)))
    .map(({ key, value }) => ({
      key: scalarText(key),
      value,
      fault: document.fault,
      lineOf: (node) => document.lineOf(node ?? key),
      isWhole: (node) => document.isWhole(node ?? key),
    }));
}

/** The blocks of a broken document, each from its key's line to the next top-level key. */
function cutBlocks({ text, line }: YamlDocument, wanted: readonly string[]): YamlBlock[] {
  return [...cuts(text, { wanted, firstLine: line })].flatMap((cut) => {
    const pieces = tolerantDocuments(cut.text, cut.line);
    const found = pieces.flatMap((piece) => blocksOf(piece, wanted));
    const fault = pieces.find(isBroken)?.fault ?? null;
    if (found.length > 0 || fault === null) return found;
    const nothing = { value: null, lineOf: () => cut.line, isWhole: () => false };
    return [{ key: cut.key, fault, ...nothing }];
  });
}
