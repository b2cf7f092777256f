/** Whether a node is an element; linkedom's classes are no globals, so `instanceof` can't tell. */
export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
