import { readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { runToEnd } from '@apoderados/tests-support/environment/programs.ts'
import type { Page } from '@playwright/test'
import { nativePolicy } from '../../../apps/web/build/nativePage.ts'
import { throwIfAborted } from '../../support/suite.ts'
import { type Attempt, attempts } from './attempts.ts'
import { serveHttp, verdictOf, type WebTestEnvironment, type WebVerdict } from './webEnvironment.ts'

/** The Content-Security-Policy, to the letter of R20. */
const REQUIRED_POLICY =
  "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' blob: data:;" +
  "connect-src 'self';manifest-src 'self';worker-src 'self';form-action 'self';base-uri 'none';" +
  "frame-ancestors 'none';object-src 'none';require-trusted-types-for 'script';trusted-types apoderados"

const PAGE_PATHS = [
  '/',
  '/login',
  '/auth/recuperar_contraseña',
  '/auth/cambiar_contraseña',
  '/app',
  ...['inicio', 'agenda', 'horario', 'calificaciones', 'observaciones', 'asistencia', 'companeros'].map(
    (page) => `/app/${page}`,
  ),
  '/app/reportes',
  '/app/configuraciones',
  '/app/nada',
  '/nada',
  '/index.html',
  '/login/',
]
const EFFECT_WAIT_MS = 60
/** A busy machine reports a violation late; each attempt violates a directive. */
const VIOLATION_WAIT_MS_MAX = 10_000

type AttemptResult = { stoppedBy: string[]; hasSucceeded: boolean }

/** Runs one attempt in the page. `stoppedBy` are the directives that it violated. */
async function runAttempt(page: Page, attempt: Attempt, foreign: string): Promise<AttemptResult> {
  // Started by the DevTools protocol, because the policy would stop a script inside the page.
  const protocol = await page.context().newCDPSession(page)
  const expression = `(async () => {
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const stoppedBy = []
    const onViolation = ({ effectiveDirective }) => stoppedBy.push(effectiveDirective)
    document.addEventListener('securitypolicyviolation', onViolation)
    const violated = new Promise((resolve) =>
      document.addEventListener('securitypolicyviolation', resolve, { once: true }))
    const foreign = ${JSON.stringify(foreign)}
    try { await (async () => { ${attempt.run} })() } catch {}
    await Promise.race([violated, wait(${VIOLATION_WAIT_MS_MAX})])
    await wait(${EFFECT_WAIT_MS})
    document.removeEventListener('securitypolicyviolation', onViolation)
    return { stoppedBy, hasSucceeded: 'got' in document.documentElement.dataset }
  })()`
  const { result } = await protocol.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    allowUnsafeEvalBlockedByCSP: false,
  })
  await protocol.detach()
  return result.value ?? { stoppedBy: [], hasSucceeded: true } // no value: the browser has left the page
}

/** Runs every attempt in a freshly loaded page. */
async function runAttempts(
  environment: WebTestEnvironment,
  pageUrl: string,
  foreign: string,
  isNative: boolean,
): Promise<string[]> {
  const faults: string[] = []
  const context = await environment.browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  for (const attempt of attempts) {
    throwIfAborted()
    await page.goto(pageUrl)
    await page.locator('h1').first().waitFor()
    const { stoppedBy, hasSucceeded } = await runAttempt(page, attempt, foreign)
    const expectedDirectives = attempt.stoppedBy
    const app = isNative ? 'phone app' : 'web'
    if (hasSucceeded) faults.push(`${app}: ${attempt.name} got through`)
    else if (!stoppedBy.some((directive) => expectedDirectives.includes(directive)))
      faults.push(`${app}: ${attempt.name} was stopped by ${stoppedBy.join(', ') || 'nothing'}`)
  }
  await context.close()
  return faults
}

const MIME_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Builds the app for phones and serves it as a native shell does, without the security headers of the server. */
async function serveNativeBuild({ folder, url }: WebTestEnvironment): Promise<string> {
  const outDir = join(folder, 'native')
  const vite = join(import.meta.dirname, '../../../node_modules/vite/bin/vite.js')
  const web = join(import.meta.dirname, '../../../apps/web')
  const { child, output } = await runToEnd(
    process.execPath,
    [vite, 'build', '--outDir', outDir, '--logLevel', 'error'],
    { cwd: web, env: { ...process.env, API_ORIGIN: url } },
  )
  if (child.exitCode !== 0) throw new Error(`the build for phones: ${output()}`)
  const port = await serveHttp((request, reply) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const name = extname(path) ? path : '/index.html'
    try {
      const body = readFileSync(join(outDir, name))
      reply.setHeader('content-type', MIME_TYPES[extname(name)] ?? 'application/octet-stream')
      reply.end(body)
    } catch {
      reply.writeHead(404).end()
    }
  }, 'localhost')
  const html = readFileSync(join(outDir, 'index.html'), 'utf8')
  const decodedHtml = html.replaceAll('&#39;', "'").replaceAll('&quot;', '"')
  if (!decodedHtml.includes(`content="${nativePolicy(url)}"`))
    throw new Error('the page of the phone apps does not say its policy')
  return `http://localhost:${port}/login`
}

/** Checks that other sites cannot show the app's page in a frame, which would allow clickjacking. */
async function framingFaults(environment: WebTestEnvironment): Promise<string[]> {
  const port = await serveHttp((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<iframe src="${environment.url}/login"></iframe>`)
  }, 'localhost')
  const page = await environment.browser.newPage({ serviceWorkers: 'block' })
  await page.goto(`http://localhost:${port}/`)
  await page.waitForTimeout(EFFECT_WAIT_MS)
  const ownFrames = page.frames().filter((frame) => frame.url().startsWith(environment.url))
  const texts = await Promise.all(ownFrames.map((frame) => frame.locator('h1').count()))
  await page.close()
  return texts.some((count) => count > 0) ? ['another site shows our page in a frame'] : []
}

/** Checks that the pages of PAGE_PATHS send the policy, and that Chromium enforces it there and in the phone apps. */
export async function checkPolicy(environment: WebTestEnvironment): Promise<WebVerdict> {
  const faults: string[] = []
  for (const path of PAGE_PATHS) {
    const response = await fetch(environment.url + path)
    const policy = response.headers.get('content-security-policy')
    if (policy !== REQUIRED_POLICY) faults.push(`${path} says ${policy}`)
    if (!(await response.text()).includes('id="root"')) faults.push(`${path} is no page`)
  }
  let visits = 0
  const port = await serveHttp((_, reply) => {
    visits += 1
    reply.setHeader('access-control-allow-origin', '*')
    reply.end()
  }, 'localhost')
  const foreign = `http://localhost:${port}`
  faults.push(...(await runAttempts(environment, `${environment.url}/login`, foreign, false)))
  faults.push(...(await runAttempts(environment, await serveNativeBuild(environment), foreign, true)))
  faults.push(...(await framingFaults(environment)))
  if (visits > 0) faults.push(`${visits} of the attempts reached another server`)
  const summary = `${PAGE_PATHS.length} addresses say it, ${attempts.length} attempts on the web and in the page of the phone apps`
  return verdictOf(faults, `${summary}, none got through`)
}
