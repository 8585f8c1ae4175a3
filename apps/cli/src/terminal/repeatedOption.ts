type Token = { kind: string; name?: string }

/** The name of an option that was typed again, though not among those of `several`. */
export function repeatedOption(tokens: readonly Token[], several: string[] = []): string | undefined {
  const names = tokens.flatMap(({ kind, name }) => (kind === 'option' && name ? [name] : []))
  return names.find((name, index) => names.indexOf(name) < index && !several.includes(name))
}
