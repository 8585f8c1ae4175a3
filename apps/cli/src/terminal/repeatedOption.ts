type ArgumentToken = { kind: string; name?: string }

/** Returns the name of an option that was given twice; options in `repeatable` may be repeated. */
export function repeatedOption(
  tokens: readonly ArgumentToken[],
  repeatable: string[] = [],
): string | undefined {
  const names = tokens.flatMap(({ kind, name }) => (kind === 'option' && name ? [name] : []))
  return names.find((name, index) => names.indexOf(name) < index && !repeatable.includes(name))
}
