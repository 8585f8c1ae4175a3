const stopping = new AbortController()
/** Ends a suite between two steps, once it was asked to stop. */
export const goOn = (): void => stopping.signal.throwIfAborted()
/** What undoes the start, last one first. */
const undo: (() => unknown)[] = []
export const undoneBy = (...steps: (() => unknown)[]): void => void undo.push(...steps)

/** Runs a suite to its verdict: the exit status says whether it passed, and nothing of it is left behind. */
export async function runSuite(name: string, suite: () => Promise<boolean>): Promise<void> {
  // Ends between two steps; asked again meanwhile it does so no faster, as the database must stop first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  try {
    process.exitCode = (await suite()) ? 0 : 1
  } catch (error) {
    console.error(stopping.signal.aborted ? `${name} was stopped` : error)
    process.exitCode = 1
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

/** @throws for anything but a whole number from `min` on */
export function wholeNumber(flag: string, text: string, min = 1): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min)
    throw new Error(`--${flag} must be a whole number from ${min} on`)
  return value
}
