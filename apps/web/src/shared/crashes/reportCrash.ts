import { BASE_PATH } from '@apoderados/contract/calls/call'
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

const REPORTS_MAX = 5
/** Matches a file of the build with line and column, as every browser writes it in the lines of a stack. */
const STACK_FRAME = /\/assets\/([\w.-]+\.js):(\d+):(\d+)/g

const sentReports = new Set<string>()

const listedOrOther = <T extends string>(known: readonly T[], name: string) =>
  known.find((candidate) => candidate === name) ?? 'other'

/** Returns a crash's report, without personal data; undefined for an error of other code, as of an extension. */
function reportOf(error: unknown): ClientErrorReport | undefined {
  if (!(error instanceof Error)) return undefined
  const frames = Array.from((error.stack ?? '').matchAll(STACK_FRAME), ([, file, line, column]) =>
    [file, line, column].join(':'),
  )
  const report = {
    version: config.appVersion,
    page: listedOrOther(reportedPages, currentPath()),
    error: listedOrOther(reportedErrors, error.name),
    stack: frames.slice(0, FRAMES_MAX),
  }
  return z.safeParse(ClientErrorReport, report).data
}

/** Reports each distinct crash once per start of the app, up to REPORTS_MAX. A crash without a network is dropped. */
export async function reportCrash(error: unknown): Promise<void> {
  const report = reportOf(error)
  const body = JSON.stringify(report)
  if (!report || sentReports.has(body) || sentReports.size >= REPORTS_MAX) return
  sentReports.add(body)
  if (!navigator.onLine) return
  const headers = { 'content-type': 'application/json' }
  const sending = { method: 'POST', headers, body, keepalive: true, credentials: 'omit' } as const
  await fetch(fileUrl(BASE_PATH + CLIENT_ERRORS_PATH), sending).catch(() => undefined)
}
