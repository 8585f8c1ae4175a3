/** The names of all writes that the clients of `writer.ts` send. */
const WRITE_NAMES = [
  ...['sign-in', 'wrong password', 'sign-out', 'change of password', 'request for a code', 'wrong code'],
  ...['use of a code', 'push token saved', 'push token removed', 'refused read'],
]
/** Each kind of write must occur at least once per this many rounds. */
const ROUNDS_PER_KIND = 20

/**
 * Returns the rounds without an acknowledged write, and the kinds of writes that are too rare for a loss to be noticed.
 * `rounds` lists the names of the acknowledged writes of each round.
 */
export function missingWrites(rounds: string[][]): string[] {
  const idle = rounds.flatMap((names, index) => (names.length > 0 ? [] : [`anything in round ${index + 1}`]))
  const minimum = Math.floor(rounds.length / ROUNDS_PER_KIND)
  const times = Map.groupBy(rounds.flat(), (name) => name)
  const rareWrites = WRITE_NAMES.filter((name) => (times.get(name)?.length ?? 0) < minimum)
  return [...idle, ...rareWrites.map((name) => `${name}, ${minimum} at least`)].map(
    (name) => `not acknowledged: ${name}`,
  )
}
