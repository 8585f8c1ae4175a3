import { parseSync, visitorKeys } from 'oxc-parser'

export type Node = { type: string } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesBelow(node: Node): Generator<Node> {
  yield node
  for (const key of visitorKeys[node.type] ?? []) {
    const child = node[key]
    for (const item of Array.isArray(child) ? child : [child]) if (isNode(item)) yield* nodesBelow(item)
  }
}

/** Returns all nodes of a source. @throws if it has a syntax error */
export function nodesOf(path: string, text: string): Node[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return [...nodesBelow(program as unknown as Node)]
}
