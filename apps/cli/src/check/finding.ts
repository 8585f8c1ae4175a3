import { explain } from '@apoderados/importer/explain'

/** A finding of the level 'falla' must be fixed now, one of the level 'aviso' soon; its text explains how. */
export type FindingLevel = 'bien' | 'aviso' | 'falla'
export type Finding = { level: FindingLevel; text: string }

export const success = (text: string): Finding => ({ level: 'bien', text })
export const warning = (text: string): Finding => ({ level: 'aviso', text })
export const failure = (text: string): Finding => ({ level: 'falla', text })

export type Check = { name: string; run: () => Promise<Finding> }

/** The time limit of a whole check in milliseconds; its steps have shorter limits. */
const CHECK_TIME_LIMIT_MS = 30_000

/** Runs a check. An error or `ms` milliseconds without a result give a failure, so that the other checks still run. */
export async function runCheck({ run }: Check, ms = CHECK_TIME_LIMIT_MS): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => resolve(failure(`No respondió en ${ms / 1000} segundos.`)), ms)
  const found = run().catch((error) => failure(firstLine(explain(error))))
  return Promise.race([found, promise]).finally(() => clearTimeout(timer))
}

/** Returns the first line of an explanation; that of an unforeseen error has further lines with the stack trace. */
const firstLine = (text: string): string => text.split('\n')[0] ?? text
