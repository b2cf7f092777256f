import { parseJSON } from "linkedom";
import { type DefaultTreeAdapterTypes as Tree, parse } from "parse5";

/** Depth at which a browser stops to nest elements: deeper ones become siblings of the last. */
const maxDepth = 512;
/** Elements of a document that are kept. Chosen by eye. */
const maxElements = 200_000;

/** Types of nodes in the list that `parseJSON` takes. A negative one ends as many elements. */
const [elementType, attributeType, textType, documentType] = [1, 2, 3, 9];

/** A document, and whether it has more elements than are kept. */
export type ParsedDocument = { document: Document; cut: boolean };

/**
 * Parses HTML by the rules of browsers with scripts, so the content of `noscript` is a text. Contents of templates are
 * left out, as in a browser's tree.
 */
export function parseDocument(source: string): ParsedDocument {
  const list: (string | number)[] = [documentType];
  const stack: { nodes: readonly Tree.ChildNode[]; next: number; isNested: boolean }[] = [];
  stack.push({ nodes: parse(source, { scriptingEnabled: true }).childNodes, next: 0, isNested: false });
  let elements = 0;
  let depth = 0;
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const node = frame.nodes[frame.next];
    frame.next += 1;
    if (node === undefined) {
      stack.pop();
      if (!frame.isNested) continue;
      list.push(-1);
      depth -= 1;
    } else if (isElement(node)) {
      elements += 1;
      if (elements > maxElements) return { document: documentOf(list), cut: true };
      list.push(elementType, node.tagName, ...attributesOf(node));
      const isNested = depth < maxDepth;
      if (isNested) depth += 1;
      else list.push(-1);
      stack.push({ nodes: node.childNodes, next: 0, isNested });
    } else if ("value" in node) list.push(textType, node.value);
  }
  return { document: documentOf(list), cut: false };
}

function isElement(node: Tree.ChildNode): node is Tree.Element {
  return "tagName" in node;
}

function attributesOf({ attrs }: Tree.Element): (string | number)[] {
  return attrs.flatMap(({ prefix, name, value }) => [
    attributeType,
    prefix === undefined || prefix === "" ? name : `${prefix}:${name}`,
    value,
  ]);
}

/** The type that linkedom declares for its documents is its own. */
function documentOf(list: (string | number)[]): Document {
  return Object(parseJSON(list));
}
