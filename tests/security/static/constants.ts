import type { Node } from './syntax.ts'

/** What each name of a source stands for, but for those that stand for several things or change. */
export type Constants = Map<string, Node | undefined>

/** The names that a parameter or a pattern binds. */
function namesIn(pattern: unknown): string[] {
  const { type, name, properties, elements, value, left, argument } = (pattern ?? {}) as Partial<Node>
  switch (type) {
    case 'Identifier':
      return [String(name)]
    case 'ObjectPattern':
      return (properties as unknown[]).flatMap(namesIn)
    case 'ArrayPattern':
      return (elements as unknown[]).flatMap(namesIn)
    case 'Property':
      return namesIn(value)
    default:
      return [left, argument].flatMap((part) => (part ? namesIn(part) : []))
  }
}

/** Those that a node binds to something that only a run can tell. */
function boundBy(node: Node): string[] {
  const { type, id, params, param, local } = node
  if (type === 'VariableDeclarator') return (id as Node).type === 'Identifier' ? [] : namesIn(id)
  const own = type.startsWith('Function') ? [id] : []
  return [...own, ...((params as unknown[]) ?? []), param, local].flatMap(namesIn)
}

export function constantsOf(nodes: Node[]): Constants {
  const constants: Constants = new Map()
  for (const { type, kind, declarations } of nodes) {
    if (type !== 'VariableDeclaration') continue
    for (const { id, init } of declarations as { id: Node; init: Node | null }[]) {
      if (id.type !== 'Identifier') continue
      const name = String(id.name)
      constants.set(name, kind === 'const' && init && !constants.has(name) ? init : undefined)
    }
  }
  for (const name of nodes.flatMap(boundBy)) constants.set(name, undefined)
  return constants
}

/** What is added up in a template or by +. */
function joined(parts: (string | undefined)[]): string | undefined {
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined
}

/** The text that an expression always is; of a regular expression its source. Undefined where nobody can tell. */
export function textOf(node: Node | undefined, constants: Constants): string | undefined {
  if (!node) return undefined
  const of = (other: unknown) => textOf(other as Node | undefined, constants)
  switch (node.type) {
    case 'Literal':
      if (node.regex) return (node.regex as { pattern: string }).pattern
      return ['string', 'number'].includes(typeof node.value) ? String(node.value) : undefined
    case 'TemplateLiteral': {
      const between = (node.expressions as Node[]).map(of)
      const quasis = node.quasis as { value: { cooked: string } }[]
      return joined(quasis.flatMap(({ value }, place) => [value.cooked, ...between.slice(place, place + 1)]))
    }
    case 'BinaryExpression':
      return node.operator === '+' ? joined([of(node.left), of(node.right)]) : undefined
    case 'Identifier':
      return of(constants.get(String(node.name)))
    case 'MemberExpression':
      return (node.property as Node).name === 'source' ? of(node.object) : undefined
    default:
      return undefined
  }
}
