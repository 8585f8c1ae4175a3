import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASE_PATH } from '@apoderados/contract/call'
import { runToEnd } from '../../../support/stage/programs.ts'
import { type Verdict, verdictOf, type WebTestEnvironment } from '../webEnvironment.ts'
import { openFront, toldOf } from './front.ts'

const MODULES =
  'sql,timesql,xss,permanentxss,exec,file,redirect,crlf,ssrf,xxe,htaccess,backup,methods,csp,http_headers,cookieflags'
const QUERIES = [
  '/diaries/events?student_id=1&date=04/05/2026',
  '/diaries/count_events?student_id=1&date_start=01/03/2026&date_end=30/11/2026',
  ...['calendar', 'observations', 'arrears', 'courses/classmates', 'qualifications/sub_periods'].map(
    (path) => `/${path}?student_id=1`,
  ),
  '/qualifications/period_qualifications/?student_id=1&establishment_sub_period_id=1',
]
const PAGES = ['/login', '/auth/cambiar_contrase%C3%B1a?email=a%40example.com', '/app/inicio?x=1', '/healthz']

type Report = {
  vulnerabilities: Record<string, { path: string; info: string }[]>
  anomalies: Record<string, { path: string; info: string }[]>
}

async function scan(
  stage: WebTestEnvironment,
  url: string,
  name: string,
  starts: string[],
  seconds: number,
): Promise<Report> {
  const path = join(stage.folder, `wapiti-${name}.json`)
  const args = [
    ...['-u', `${url}/`, '--scope', 'domain', '-m', MODULES, '-f', 'json', '-o', path, '--flush-session'],
    ...['--max-scan-time', `${seconds}`, '--max-attack-time', `${Math.ceil(seconds / 3)}`, '--no-bugreport'],
    ...['-H', 'Authorization: Bearer of-the-front', '-t', '5', '-v', '0', '-d', '2'],
    ...[
      '--store-session',
      join(stage.folder, 'wapiti'),
      '--store-config',
      join(stage.folder, 'wapiti-config'),
    ],
    ...starts.flatMap((start) => ['-s', url + start]),
  ]
  const limit = { timeout: (seconds + 60) * 2_000, killSignal: 'SIGKILL' as const }
  const env = { ...process.env, HOME: stage.folder }
  const program = await runToEnd('wapiti', args, { env, ...limit })
  writeFileSync(`${path}.log`, program.said())
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error(`wapiti wrote no report:\n${program.said().slice(-2000)}`)
  }
}

type Finding = { path: string; told: string }

const findingsOf = ({ vulnerabilities, anomalies }: Report): Finding[] =>
  Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
    found.map(({ path, info }) => ({ path, told: `${kind} at ${path}: ${info}` })),
  )

/**
 * Any address outside the API is answered with the app, which says itself that there is nothing: a tool that goes by
 * the status takes that for a file. It is a finding unless what came is the app's page, byte for byte.
 */
async function isOnlyThePage(url: string, { path, told }: Finding): Promise<boolean> {
  if (!told.startsWith('Backup file') || path.startsWith('/api')) return false
  const [there, page] = await Promise.all(
    [path, '/no-hay-nada'].map(async (each) => (await fetch(url + each)).text()),
  )
  return there === page
}

/** It asks for '1', a filter that browsers gave up for the holes it made; '0' is what switches off what is left of it. */
async function isOldAdvice(url: string, { told }: Finding): Promise<boolean> {
  const filter = async () => (await fetch(url)).headers.get('x-xss-protection')
  return told.includes('X-XSS-Protection is not set') && (await filter()) === '0'
}

/** Says back what it was asked, as nothing of ours does. */
const echo = async (path: string) => {
  const [, word] = /^\/echo\?word=(.*)$/.exec(path) ?? []
  return word === undefined
    ? undefined
    : {
        status: 200,
        body: `<html><body><p>${decodeURIComponent(word.replaceAll('+', ' '))}</p></body></html>`,
      }
}

/** wapiti over the web app and the API, signed in. */
export async function wapitiFindsNothing(stage: WebTestEnvironment, seconds: number): Promise<Verdict> {
  const planted = await openFront(stage, echo)
  const control = findingsOf(await scan(stage, planted.url, 'control', ['/echo?word=hola'], 30))
  const faults = control.some(({ told }) => /script|xss/i.test(told))
    ? []
    : ['wapiti does not find a page that says back what it is asked']
  const front = await openFront(stage)
  const starts = [...PAGES, ...QUERIES.map((path) => BASE_PATH + path)]
  const report = await scan(stage, front.url, 'all', starts, seconds)
  for (const finding of findingsOf(report)) {
    const isNothing = (await isOnlyThePage(stage.url, finding)) || (await isOldAdvice(stage.url, finding))
    if (!isNothing) faults.push(finding.told)
  }
  const missed = QUERIES.filter((path) => !front.tally.get(BASE_PATH + path.replace(/\?.*/, ''))?.get(200))
  if (missed.length > 0) faults.push(`never answered: ${missed.join(', ')}`)
  return verdictOf(faults, `${starts.length} addresses, ${toldOf(front.tally)}; the planted one found`)
}
