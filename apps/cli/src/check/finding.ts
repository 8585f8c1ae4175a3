import { explain } from '@apoderados/importer/explain'

/** 'falla' is to be mended now, 'aviso' soon; the text says how. */
export type Level = 'bien' | 'aviso' | 'falla'
export type Finding = { level: Level; text: string }

export const good = (text: string): Finding => ({ level: 'bien', text })
export const warning = (text: string): Finding => ({ level: 'aviso', text })
export const failure = (text: string): Finding => ({ level: 'falla', text })

export type Check = { name: string; look: () => Promise<Finding> }

/** A look has shorter limits of its own; this one covers the rest. */
const LOOK_MS = 30_000

/** Ends in time and never throws, so that checks do not affect each other. */
export async function lookInTime({ look }: Check, ms = LOOK_MS): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>()
  const late = setTimeout(() => resolve(failure(`No respondió en ${ms / 1000} segundos.`)), ms)
  const found = look().catch((error) => failure(firstLine(explain(error))))
  return Promise.race([found, promise]).finally(() => clearTimeout(late))
}

/** An unforeseen error comes with its stack. */
const firstLine = (text: string): string => text.split('\n')[0] ?? text
