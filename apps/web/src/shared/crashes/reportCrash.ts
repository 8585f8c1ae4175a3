import { BASE_PATH } from '@apoderados/contract/call'
import {
  CLIENT_ERRORS_PATH,
  ClientErrorReport,
  FRAMES_MAX,
  reportedErrors,
  reportedPages,
} from '@apoderados/contract/clientErrors'
import * as z from 'zod/mini'
import { config } from '../../config.ts'
import { fileUrl } from '../api/api.ts'
import { currentPath } from '../router.tsx'

/** Of one start of the app, however many things go wrong in it. */
const REPORTS_MAX = 5
/** A file of the build, with line and column, as each browser writes it at the end of its own kind of line. */
const FRAME = /\/assets\/([\w.-]+\.js):(\d+):(\d+)/g

const sent = new Set<string>()

const oneOf = <T extends string>(known: readonly T[], name: string) =>
  known.find((candidate) => candidate === name) ?? 'other'

/** What may be told of a crash; undefined for one that does not come out of our own code, as an extension's. */
function reportOf(error: unknown): ClientErrorReport | undefined {
  if (!(error instanceof Error)) return undefined
  const frames = Array.from((error.stack ?? '').matchAll(FRAME), ([, file, line, column]) =>
    [file, line, column].join(':'),
  )
  const report = {
    version: config.appVersion,
    page: oneOf(reportedPages, currentPath()),
    error: oneOf(reportedErrors, error.name),
    stack: frames.slice(0, FRAMES_MAX),
  }
  return z.safeParse(ClientErrorReport, report).data
}

/** At most once for each crash, and never twice for one that comes again and again; without a network not at all. */
export async function reportCrash(error: unknown): Promise<void> {
  const report = reportOf(error)
  const body = JSON.stringify(report)
  if (!report || sent.has(body) || sent.size >= REPORTS_MAX) return
  sent.add(body)
  if (!navigator.onLine) return
  const headers = { 'content-type': 'application/json' }
  const sending = { method: 'POST', headers, body, keepalive: true, credentials: 'omit' } as const
  await fetch(fileUrl(BASE_PATH + CLIENT_ERRORS_PATH), sending).catch(() => undefined)
}
