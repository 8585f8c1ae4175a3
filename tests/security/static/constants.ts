import type { Node } from './syntax.ts'

/** The value of each constant by name; undefined if the name has several declarations or can change. */
export type Constants = Map<string, Node | undefined>

/** Returns the names that a parameter or a pattern binds. */
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

/** Returns the names that a node binds to a value that is known only at run time. */
function namesBoundBy(node: Node): string[] {
  const { type, id, params, param, local } = node
  if (type === 'VariableDeclarator') return (id as Node).type === 'Identifier' ? [] : namesIn(id)
  const ownNames = type.startsWith('Function') ? [id] : []
  return [...ownNames, ...((params as unknown[]) ?? []), param, local].flatMap(namesIn)
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
  for (const name of nodes.flatMap(namesBoundBy)) constants.set(name, undefined)
  return constants
}

/** Joins the parts of a template or of a concatenation; undefined if a part is unknown. */
function joinParts(parts: (string | undefined)[]): string | undefined {
  return parts.every((part) => part !== undefined) ? parts.join('') : undefined
}

/**
 * Returns the constant text of an expression, or the source of a regular expression; undefined if it is not
 * constant.
 */
export function constantText(node: Node | undefined, constants: Constants): string | undefined {
  if (!node) return undefined
  const evaluate = (child: unknown) => constantText(child as Node | undefined, constants)
  switch (node.type) {
    case 'Literal':
      if (node.regex) return (node.regex as { pattern: string }).pattern
      return ['string', 'number'].includes(typeof node.value) ? String(node.value) : undefined
    case 'TemplateLiteral': {
      const substitutions = (node.expressions as Node[]).map(evaluate)
      const quasis = node.quasis as { value: { cooked: string } }[]
      return joinParts(
        quasis.flatMap(({ value }, place) => [value.cooked, ...substitutions.slice(place, place + 1)]),
      )
    }
    case 'BinaryExpression':
      return node.operator === '+' ? joinParts([evaluate(node.left), evaluate(node.right)]) : undefined
    case 'Identifier':
      return evaluate(constants.get(String(node.name)))
    case 'MemberExpression':
      return (node.property as Node).name === 'source' ? evaluate(node.object) : undefined
    default:
      return undefined
  }
}
