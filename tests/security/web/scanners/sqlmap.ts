import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { runToEnd } from '../../../support/stage/programs.ts'
import { throwIfAborted } from '../../../support/suite.ts'
import { verdictOf, type WebTestEnvironment, type WebVerdict } from '../webEnvironment.ts'
import { countAnswers, countedAs, formatStatusCounts, openScannerProxy } from './scannerProxy.ts'

type SqlmapTarget = { name: string; method: string; path: string; data?: object }

const STUDENT_QUERY = 'student_id=1'
const RECOVERY_CODE = 'ABCDE-FGHJK-MNP'

/** Returns the calls that sqlmap attacks. A star in a path marks the part that sqlmap varies. */
async function createTargets({ db, services }: WebTestEnvironment): Promise<SqlmapTarget[]> {
  const { rows } = await db.$client.query<{ subject: string; period: string; document: string | null }>(
    `select cs.id as subject, p.id as period, (select document_id from events where document_id is not null limit 1) as document
     from enrollments e join course_subjects cs on cs.course_id = e.course_id
     join sub_periods p on p.establishment_id = e.establishment_id and p.year = e.year
     where e.student_id = 1 order by e.year desc limit 1`,
  )
  const { subject = '1', period = '1', document } = rows[0] ?? {}
  const year = new Date().getUTCFullYear()
  const photo = services.links.photo('0'.repeat(32), '1'.repeat(32)) ?? ''
  const get = (name: string, path: string): SqlmapTarget => ({ name, method: 'GET', path: BASE_PATH + path })
  const targetOf = (name: keyof typeof api, data: object): SqlmapTarget => ({
    name,
    method: api[name].method,
    path: BASE_PATH + api[name].path,
    data,
  })
  const periodOf = `${STUDENT_QUERY}&establishment_sub_period_id=${period}`
  return [
    get(
      'countDiaryEvents',
      `/diaries/count_events?${STUDENT_QUERY}&date_start=01/03/${year}&date_end=30/11/${year}`,
    ),
    get('getDiaryEvents', `/diaries/events?${STUDENT_QUERY}&date=04/05/${year}`),
    get('getUpcomingEvents', `/diaries/upcoming?${STUDENT_QUERY}&date=04/05/${year}`),
    get('getCalendar', `/calendar?${STUDENT_QUERY}`),
    get('getCalendarDays', `/calendar/days?${STUDENT_QUERY}`),
    get('getCalendarFeed', `/calendar/feed?${STUDENT_QUERY}`),
    get('getCalendarFile', `/calendar/${'0'.repeat(64)}*.ics`),
    get('getSubPeriods', `/qualifications/sub_periods?${STUDENT_QUERY}`),
    get('getPeriodQualifications', `/qualifications/period_qualifications/?${periodOf}`),
    get(
      'getPeriodQualificationsBySubject',
      `/qualifications/period_qualifications_by_subject/?${periodOf}&course_subject_id=${subject}`,
    ),
    get('getPeriodMarks', `/qualifications/period_marks?${periodOf}`),
    get('getObservations', `/observations?${STUDENT_QUERY}`),
    get('getArrears', `/arrears?${STUDENT_QUERY}`),
    get('getAttendanceDays', `/attendance/days?${STUDENT_QUERY}`),
    get('getClassmates', `/courses/classmates?${STUDENT_QUERY}`),
    get('getNews', '/news?*'),
    get('getNotificationSettings', '/notifications?*'),
    get('getFamilyOverview', `/students/overview?date=04/05/${year}`),
    get('getDocument', `/documents/${document ?? '0'.repeat(32)}*`),
    { name: 'getPhoto', method: 'GET', path: photo },
    targetOf('login', { email: 'sqlmap@example.com', password: 'demo1234' }),
    targetOf('requestRecovery', { email: 'sqlmap@example.com' }),
    targetOf('confirmRecovery', {
      email: 'sqlmap@example.com',
      token: RECOVERY_CODE,
      new_password: 'otra-clave-1',
    }),
    targetOf('validateRecovery', { token: RECOVERY_CODE }),
    targetOf('changePasswordWithToken', {
      token: RECOVERY_CODE,
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

const INJECTION_MESSAGE = /is vulnerable|identified the following injection point/
const SECONDS_PER_LEVEL = 120

type SqlmapRun = { name: string; isFound: boolean; hasEnded: boolean; output: string }

async function runSqlmap(
  stage: WebTestEnvironment,
  url: string,
  target: SqlmapTarget,
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
  const limit = { timeout: SECONDS_PER_LEVEL * level * 1000, killSignal: 'SIGKILL' as const }
  const env = { ...process.env, HOME: stage.folder }
  const output = (await runToEnd('sqlmap', args, { env, ...limit })).output()
  return {
    name,
    isFound: INJECTION_MESSAGE.test(output),
    hasEnded: /ending @|do not appear to be injectable/.test(output),
    output,
  }
}

/** Returns a function that answers a page with a planted fault: it puts input into a statement. sqlmap must find it. */
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

/** Runs sqlmap on the parameters and JSON fields of the calls, with live sessions and without rate limits. */
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
  const targets = await createTargets(stage)
  const waiting = [...targets]
  async function worker() {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      throwIfAborted()
      const { name, isFound, hasEnded, output } = await runSqlmap(stage, front.url, target, level)
      if (isFound) faults.push(`${name}: ${output.slice(-1500)}`)
      else if (!hasEnded) faults.push(`${name} did not end: ${output.slice(-600)}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
  const limited = countAnswers(front.statusCounts, (status) => status === 429 || status === 401)
  const served = countAnswers(
    front.statusCounts,
    (status) => status === 200 || status === 400 || status === 404,
  )
  const broken = countAnswers(front.statusCounts, (status) => status >= 500 || status === 0)
  if (broken > 0) faults.push(`${broken} answers of an error of ours`)
  if (limited * 10 > served) faults.push(`limits hid too much: ${limited} against ${served}`)
  const reached = [...front.statusCounts.keys()]
  for (const { name, method, path } of targets) {
    const [fixedPart = ''] = countedAs(method, path).split('*')
    if (!reached.some((key) => key.startsWith(fixedPart))) faults.push(`${name} was not reached`)
  }
  const summary = `${targets.length} calls at level ${level}, ${formatStatusCounts(front.statusCounts)}; the planted one found`
  return verdictOf(faults, summary)
}
