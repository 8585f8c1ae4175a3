import { explain } from '../explain.ts'

/** 'falla' needs somebody now, 'aviso' soon; each says what to do. */
export type Level = 'bien' | 'aviso' | 'falla'
export type Finding = { level: Level; text: string }

export const good = (text: string): Finding => ({ level: 'bien', text })
export const warning = (text: string): Finding => ({ level: 'aviso', text })
export const failure = (text: string): Finding => ({ level: 'falla', text })

export type Check = { name: string; look: () => Promise<Finding> }

/** A look has its own, shorter limits; this one is for what they do not see. */
const LOOK_MS = 30_000

/** Ends in time and never throws: what one check meets is no matter of the others. */
export async function lookInTime({ look }: Check, ms = LOOK_MS): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>()
  const late = setTimeout(() => resolve(failure(`No respondió en ${ms / 1000} segundos.`)), ms)
  const found = look().catch((error) => failure(firstLine(explain(error))))
  return Promise.race([found, promise]).finally(() => clearTimeout(late))
}

/** What nobody foresaw comes with its stack. */
const firstLine = (text: string): string => text.split('\n')[0] ?? text
