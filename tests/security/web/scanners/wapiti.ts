import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { runToEnd } from '../../../support/stage/programs.ts'
import { verdictOf, type WebTestEnvironment, type WebVerdict } from '../webEnvironment.ts'
import { countedAs, formatStatusCounts, openScannerProxy } from './scannerProxy.ts'

const WAPITI_MODULES =
  'sql,timesql,xss,permanentxss,exec,file,redirect,crlf,ssrf,xxe,htaccess,backup,methods,csp,http_headers,cookieflags'
const API_PATHS = [
  '/diaries/events?student_id=1&date=04/05/2026',
  '/diaries/count_events?student_id=1&date_start=01/03/2026&date_end=30/11/2026',
  ...['calendar', 'observations', 'arrears', 'courses/classmates', 'qualifications/sub_periods'].map(
    (path) => `/${path}?student_id=1`,
  ),
  '/qualifications/period_qualifications/?student_id=1&establishment_sub_period_id=1',
]
const PAGE_PATHS = [
  '/login',
  '/auth/cambiar_contrase%C3%B1a?email=a%40example.com',
  '/app/inicio?x=1',
  '/healthz',
]

type Report = {
  vulnerabilities: Record<string, { path: string; info: string }[]>
  anomalies: Record<string, { path: string; info: string }[]>
}

async function runWapiti(
  stage: WebTestEnvironment,
  url: string,
  name: string,
  starts: string[],
  seconds: number,
): Promise<Report> {
  const path = join(stage.folder, `wapiti-${name}.json`)
  const args = [
    ...[
      '-u',
      `${url}/`,
      '--scope',
      'domain',
      '-m',
      WAPITI_MODULES,
      '-f',
      'json',
      '-o',
      path,
      '--flush-session',
    ],
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
  writeFileSync(`${path}.log`, program.output())
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error(`wapiti wrote no report:\n${program.output().slice(-2000)}`)
  }
}

type Finding = { path: string; description: string }

const findingsOf = ({ vulnerabilities, anomalies }: Report): Finding[] =>
  Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
    found.map(({ path, info }) => ({ path, description: `${kind} at ${path}: ${info}` })),
  )

/**
 * Tells whether a finding is only the app's page: every address outside the API gets this page with status 200, which
 * wapiti takes for a backup file.
 */
async function isAppFallbackPage(url: string, { path, description }: Finding): Promise<boolean> {
  if (!description.startsWith('Backup file') || path.startsWith('/api')) return false
  const [there, page] = await Promise.all(
    [path, '/no-hay-nada'].map(async (each) => (await fetch(url + each)).text()),
  )
  return there === page
}

/**
 * Tells whether wapiti only misses '1' in X-XSS-Protection, a filter that browsers removed because of its own holes.
 * The server sends '0', which disables it in old browsers.
 */
async function isOldAdvice(url: string, { description }: Finding): Promise<boolean> {
  const filter = async () => (await fetch(url)).headers.get('x-xss-protection')
  return description.includes('X-XSS-Protection is not set') && (await filter()) === '0'
}

/** Answers a page with a planted fault: it contains its input as markup. wapiti must find it. */
const answerEcho = async (path: string) => {
  const [, word] = /^\/echo\?word=(.*)$/.exec(path) ?? []
  return word === undefined
    ? undefined
    : {
        status: 200,
        body: `<html><body><p>${decodeURIComponent(word.replaceAll('+', ' '))}</p></body></html>`,
      }
}

/** Runs wapiti over the web app and the API, signed in. */
export async function checkWithWapiti(stage: WebTestEnvironment, seconds: number): Promise<WebVerdict> {
  const plantedFront = await openScannerProxy(stage, answerEcho)
  const control = findingsOf(await runWapiti(stage, plantedFront.url, 'control', ['/echo?word=hola'], 30))
  const faults = control.some(({ description }) => /script|xss/i.test(description))
    ? []
    : ['wapiti does not find a page that says back what it is asked']
  const front = await openScannerProxy(stage)
  const starts = [...PAGE_PATHS, ...API_PATHS.map((path) => BASE_PATH + path)]
  const report = await runWapiti(stage, front.url, 'all', starts, seconds)
  for (const finding of findingsOf(report)) {
    const isFalsePositive =
      (await isAppFallbackPage(stage.url, finding)) || (await isOldAdvice(stage.url, finding))
    if (!isFalsePositive) faults.push(finding.description)
  }
  const unreached = API_PATHS.filter(
    (path) => !front.statusCounts.get(countedAs('GET', BASE_PATH + path))?.get(200),
  )
  if (unreached.length > 0) faults.push(`never answered: ${unreached.join(', ')}`)
  return verdictOf(
    faults,
    `${starts.length} addresses, ${formatStatusCounts(front.statusCounts)}; the planted one found`,
  )
}
