import { differences } from './actual.ts'
import type { Family } from './family.ts'
import type { Write, WriteResponse } from './writes.ts'

/** `found`: 'before', 'after', the number of whole steps between; undefined when it is none of them. */
export type Verdict = { found: 'before' | 'after' | number | undefined; told: string[]; expected: Family }

/** The states in which a write may have left the accounts: before it, after each of its steps. */
export function statesOf(family: Family, { steps }: Write, answer?: WriteResponse): Family[] {
  const states = [family]
  for (const step of steps) {
    const next = structuredClone(states.at(-1) as Family)
    step(next, answer)
    states.push(next)
  }
  return states
}

/** Which of `states` the database is in. */
export function judge(actual: Family, states: Family[]): Verdict {
  const apart = states.map((state) => differences(actual, state))
  // A step may change nothing.
  const isThere = (state: string[] | undefined) => state?.length === 0
  const index = isThere(apart.at(-1)) ? apart.length - 1 : apart.findIndex(isThere)
  const expected = states[Math.max(0, index)] as Family
  if (index < 0) return { found: undefined, told: apart[0] ?? [], expected }
  const found = index === 0 ? 'before' : index === states.length - 1 ? 'after' : index
  return { found, told: [], expected }
}

/** The model goes on from what is there. */
export function adopt(family: Family, actual: Family, { expected }: Verdict): void {
  const { accounts, devices } = actual
  Object.assign(family, { accounts, devices, dead: expected.dead })
}
