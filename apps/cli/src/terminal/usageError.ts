/** Invalid arguments or options; the Spanish message is shown with the command's usage or help. */
export class UsageError extends Error {}

type ArgumentToken = { kind: string; name?: string }

/** @throws {UsageError} if an option was given twice and is not in `repeatable` */
export function refuseRepeatedOption(tokens: readonly ArgumentToken[], repeatable: string[] = []): void {
  const names = tokens.flatMap(({ kind, name }) => (kind === 'option' && name ? [name] : []))
  const repeated = names.find((name, index) => names.indexOf(name) < index && !repeatable.includes(name))
  if (repeated !== undefined) throw new UsageError(`--${repeated} va una sola vez`)
}
