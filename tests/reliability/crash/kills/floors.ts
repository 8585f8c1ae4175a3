/** All that the clients of `writer.ts` do. */
const WRITES = [
  ...['sign-in', 'wrong password', 'sign-out', 'change of password', 'request for a code', 'wrong code'],
  ...['use of a code', 'push token saved', 'push token removed', 'refused read'],
]
/** In so many rounds each of them comes up several times. */
const ROUNDS_A_KIND = 20

/** What too little was acknowledged of for a loss to show; `rounds` are the names of each one's writes. */
export function tooFew(rounds: string[][]): string[] {
  const idle = rounds.flatMap((names, index) => (names.length > 0 ? [] : [`anything in round ${index + 1}`]))
  const due = Math.floor(rounds.length / ROUNDS_A_KIND)
  const times = Map.groupBy(rounds.flat(), (name) => name)
  const rare = WRITES.filter((name) => (times.get(name)?.length ?? 0) < due)
  return [...idle, ...rare.map((name) => `${name}, ${due} at least`)].map(
    (what) => `not acknowledged: ${what}`,
  )
}
