import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { runToEnd } from '../../../support/stage/programs.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { verdictOf, type WebTestEnvironment, type WebVerdict } from '../webEnvironment.ts'
import { countOf, formatStatusCounts, openScannerProxy } from './scannerProxy.ts'

type Target = { name: string; method: string; path: string; data?: object }

const STUDENT = 'student_id=1'
const CODE = 'ABCDE-FGHJK-MNP'

/** Returns every call with input. A star in a path marks the part that sqlmap varies. */
async function targetsOf({ db, services }: WebTestEnvironment): Promise<Target[]> {
  const { rows } = await db.$client.query<{ subject: string; period: string; document: string | null }>(
    `select cs.id as subject, p.id as period, (select document_id from events where document_id is not null limit 1) as document
     from enrollments e join course_subjects cs on cs.course_id = e.course_id
     join sub_periods p on p.establishment_id = e.establishment_id and p.year = e.year
     where e.student_id = 1 order by e.year desc limit 1`,
  )
  const { subject = '1', period = '1', document } = rows[0] ?? {}
  const year = new Date().getUTCFullYear()
  const photo = services.links.photo('0'.repeat(32), '1'.repeat(32)) ?? ''
  const get = (name: string, path: string): Target => ({ name, method: 'GET', path: BASE_PATH + path })
  const targetOf = (name: keyof typeof api, data: object): Target => ({
    name,
    method: api[name].method,
    path: BASE_PATH + api[name].path,
    data,
  })
  const periodOf = `${STUDENT}&establishment_sub_period_id=${period}`
  return [
    get(
      'countDiaryEvents',
      `/diaries/count_events?${STUDENT}&date_start=01/03/${year}&date_end=30/11/${year}`,
    ),
    get('getDiaryEvents', `/diaries/events?${STUDENT}&date=04/05/${year}`),
    get('getUpcomingEvents', `/diaries/upcoming?${STUDENT}&date=04/05/${year}`),
    get('getCalendar', `/calendar?${STUDENT}`),
    get('getCalendarDays', `/calendar/days?${STUDENT}`),
    get('getCalendarFeed', `/calendar/feed?${STUDENT}`),
    get('getCalendarFile', `/calendar/${'0'.repeat(64)}*.ics`),
    get('getSubPeriods', `/qualifications/sub_periods?${STUDENT}`),
    get('getPeriodQualifications', `/qualifications/period_qualifications/?${periodOf}`),
    get(
      'getPeriodQualificationsBySubject',
      `/qualifications/period_qualifications_by_subject/?${periodOf}&course_subject_id=${subject}`,
    ),
    get('getPeriodMarks', `/qualifications/period_marks?${periodOf}`),
    get('getObservations', `/observations?${STUDENT}`),
    get('getArrears', `/arrears?${STUDENT}`),
    get('getAttendanceDays', `/attendance/days?${STUDENT}`),
    get('getClassmates', `/courses/classmates?${STUDENT}`),
    get('getNews', '/news?*'),
    get('getNotificationSettings', '/notifications?*'),
    get('getFamilyOverview', `/students/overview?date=04/05/${year}`),
    get('getDocument', `/documents/${document ?? '0'.repeat(32)}*`),
    { name: 'getPhoto', method: 'GET', path: photo },
    targetOf('login', { email: 'sqlmap@example.com', password: 'demo1234' }),
    targetOf('requestRecovery', { email: 'sqlmap@example.com' }),
    targetOf('confirmRecovery', { email: 'sqlmap@example.com', token: CODE, new_password: 'otra-clave-1' }),
    targetOf('validateRecovery', { token: CODE }),
    targetOf('changePasswordWithToken', {
      token: CODE,
      password1: 'otra-clave-1',
      password2: 'otra-clave-1',
    }),
    targetOf('changePassword', { current_password: 'no-es-esta', new_password: 'otra-clave-1' }),
    targetOf('markNewsRead', { student_id: 1, kind: 'grade', until: '2026-05-04T12:00:00Z' }),
    targetOf('saveNotificationSettings', {
      students: [{ student_id: 1, kinds: { grade: false } }],
      ...{ quiet_from: '21:00', quiet_until: '07:00', show_detail: false, digest: 'daily' },
    }),
    targetOf('sendTestNotification', {}),
    { name: 'endDigest', method: 'POST', path: `${BASE_PATH}/notifications/digest/1*/${'x'.repeat(43)}` },
    targetOf('createCalendarFeed', { student_id: 1 }),
    targetOf('revokeCalendarFeed', { student_id: 1 }),
    targetOf('savePushToken', { token: 'sqlmap' }),
    targetOf('deletePushToken', { token: 'sqlmap' }),
  ]
}

const INJECTION_FOUND = /is vulnerable|identified the following injection point/
const SECONDS_MAX = 120

type SqlmapRun = { name: string; isFound: boolean; hasEnded: boolean; output: string }

async function runSqlmap(
  stage: WebTestEnvironment,
  url: string,
  target: Target,
  level: number,
): Promise<SqlmapRun> {
  const outputDir = join(stage.folder, 'sqlmap', target.name)
  mkdirSync(outputDir, { recursive: true })
  const { method, data, path, name } = target
  const args = [
    ...['-u', url + path, '--method', method, '--batch', '--disable-coloring', '--flush-session'],
    ...['--level', `${level}`, '--risk', '1', '--dbms', 'PostgreSQL', '--output-dir', outputDir],
    ...['--ignore-code', '401', '--timeout', '8', '--retries', '1', '--threads', '2'],
    ...['--skip-waf', '--time-sec', '2', '--answers', 'keep testing=N,skip test payloads=Y'],
    ...(data ? ['--data', JSON.stringify(data), '-H', 'Content-Type: application/json'] : []),
  ]
  const limit = { timeout: SECONDS_MAX * level * 1000, killSignal: 'SIGKILL' as const }
  const env = { ...process.env, HOME: stage.folder }
  const output = (await runToEnd('sqlmap', args, { env, ...limit })).output()
  return {
    name,
    isFound: INJECTION_FOUND.test(output),
    hasEnded: /ending @|do not appear to be injectable/.test(output),
    output,
  }
}

/** Answers a page with a planted fault, which puts input into a statement, and which sqlmap must find. */
const answerInjectable = (stage: WebTestEnvironment) => async (path: string) => {
  const id = /^\/pasted\?id=(.+)$/.exec(path)?.[1]
  if (id === undefined) return undefined
  const sql = `select count(*)::int as count from students where id = ${decodeURIComponent(id.replaceAll('+', ' '))}`
  try {
    const { rows } = await stage.db.$client.query(sql)
    return { status: 200, body: `<p>${rows[0]?.count}</p>` }
  } catch (error) {
    return { status: 500, body: `<p>PostgreSQL ERROR: ${(error as Error).message}</p>` }
  }
}

/** Runs sqlmap with every parameter and every JSON field, with live sessions and without rate limits. */
export async function checkWithSqlmap(stage: WebTestEnvironment, level: number): Promise<WebVerdict> {
  const front = await openScannerProxy(stage, answerInjectable(stage))
  const control = await runSqlmap(
    stage,
    front.url,
    { name: 'control', method: 'GET', path: '/pasted?id=1' },
    1,
  )
  const faults = control.isFound ? [] : ['sqlmap does not find a statement that is pasted together']
  front.clearCounts()
  const waiting = await targetsOf(stage)
  const count = waiting.length
  async function worker() {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      throwIfAborted()
      const { name, isFound, hasEnded, output } = await runSqlmap(stage, front.url, target, level)
      if (isFound) faults.push(`${name}: ${output.slice(-1500)}`)
      else if (!hasEnded) faults.push(`${name} did not end: ${output.slice(-600)}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
  const limited = countOf(front.statusCounts, (status) => status === 429 || status === 401)
  const served = countOf(front.statusCounts, (status) => status === 200 || status === 400 || status === 404)
  const broken = countOf(front.statusCounts, (status) => status >= 500 || status === 0)
  if (broken > 0) faults.push(`${broken} answers of an error of ours`)
  if (limited * 10 > served) faults.push(`limits hid too much: ${limited} against ${served}`)
  if (front.statusCounts.size < count - 2)
    faults.push(`only ${front.statusCounts.size} of ${count} calls were reached`)
  const summary = `${count} calls at level ${level}, ${formatStatusCounts(front.statusCounts)}; the planted one found`
  return verdictOf(faults, summary)
}
