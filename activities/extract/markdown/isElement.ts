/** Whether a node is an element; linkedom's classes are no globals, so `instanceof` can't tell. */
export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** Whether a node is text. */
export function isText(node: Node): node is Text {
  return node.nodeType === 3;
}
