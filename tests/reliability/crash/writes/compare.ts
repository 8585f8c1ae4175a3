import { differences } from './actual.ts'
import type { Family } from './family.ts'
import type { Write, WriteResponse } from './writes.ts'

/**
 * `found` is the state of the database: 'before' the write, 'after' it, the number of its completed steps, or undefined
 * if it is none of these.
 */
export type StateMatch = {
  found: 'before' | 'after' | number | undefined
  differences: string[]
  expected: Family
}

/** Returns the possible states after a write: before it, and after each of its steps. */
export function statesOf(family: Family, { steps }: Write, answer?: WriteResponse): Family[] {
  const states = [family]
  for (const step of steps) {
    const state = structuredClone(states.at(-1) as Family)
    step(state, answer)
    states.push(state)
  }
  return states
}

/** Finds which of the possible states the database is in. */
export function matchState(actual: Family, states: Family[]): StateMatch {
  const differencesByState = states.map((state) => differences(actual, state))
  // A step may change nothing, so that several states are equal. The last one is checked first, and the write then
  // counts as complete.
  const isMatch = (state: string[] | undefined) => state?.length === 0
  const index = isMatch(differencesByState.at(-1))
    ? differencesByState.length - 1
    : differencesByState.findIndex(isMatch)
  const expected = states[Math.max(0, index)] as Family
  if (index < 0) return { found: undefined, differences: differencesByState[0] ?? [], expected }
  const found = index === 0 ? 'before' : index === states.length - 1 ? 'after' : index
  return { found, differences: [], expected }
}

/**
 * Sets the model `family` to the actual state of the database. `dead` comes from the matching state, because the
 * database does not list it.
 */
export function adoptState(family: Family, actual: Family, { expected }: StateMatch): void {
  const { accounts, devices } = actual
  Object.assign(family, { accounts, devices, dead: expected.dead })
}
