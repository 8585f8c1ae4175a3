import { explain } from '@apoderados/importer/explain'

/** 'falla' must be fixed now, 'aviso' soon; the text explains how. */
export type Level = 'bien' | 'aviso' | 'falla'
export type Finding = { level: Level; text: string }

export const good = (text: string): Finding => ({ level: 'bien', text })
export const warning = (text: string): Finding => ({ level: 'aviso', text })
export const failure = (text: string): Finding => ({ level: 'falla', text })

export type Check = { name: string; run: () => Promise<Finding> }

/** The time limit of a whole check, whose steps have shorter limits. */
const CHECK_MS = 30_000

/** Runs a check. The result comes within `ms` and is never an exception, so that checks do not affect each other. */
export async function runCheck({ run }: Check, ms = CHECK_MS): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => resolve(failure(`No respondió en ${ms / 1000} segundos.`)), ms)
  const found = run().catch((error) => failure(firstLine(explain(error))))
  return Promise.race([found, promise]).finally(() => clearTimeout(timer))
}

/** The explanation of an unforeseen error also contains its stack. */
const firstLine = (text: string): string => text.split('\n')[0] ?? text
