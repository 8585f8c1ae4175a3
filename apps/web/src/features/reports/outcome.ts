export type Outcome = 'success' | 'error'

/** spec §2: how a simulated download ends, by chance: below 0.5 well. */
export const drawOutcome = (): Outcome => (Math.random() < 0.5 ? 'success' : 'error')
