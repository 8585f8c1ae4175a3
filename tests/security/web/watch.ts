import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { storedSession, storeSession } from '../../e2e/support/storedSession.ts'
import { MARK } from './payloads.ts'
import type { WebTestEnvironment } from './webEnvironment.ts'

export type Watched = {
  page: Page
  context: BrowserContext
  /** Scripts that ran, requests to other origins, and what the policy stopped. */
  faults: string[]
  /** Sets the place that later faults name. */
  at(where: string): void
}

/** Opens a page that records every possible effect of a payload. */
export async function watchedPage(
  { browser, url }: Pick<WebTestEnvironment, 'browser' | 'url'>,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    baseURL: url,
    ...options,
  })
  const faults: string[] = []
  let where = ''
  const note = (what: string) => faults.push(`${where}: ${what}`.slice(0, 400))
  await context.exposeFunction(MARK, (n: number) => void note(`payload ${n} ran`))
  await context.exposeFunction('reportedByPolicy', (text: string) => void note(`the policy stopped ${text}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { reportedByPolicy } = window as unknown as { reportedByPolicy: (text: string) => void }
      reportedByPolicy(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    note(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => note(`a window: ${popup.url()}`))
  page.on('download', (download) => note(`a download: ${download.suggestedFilename()}`))
  page.on('pageerror', ({ message }) => note(`an error: ${message}`))
  page.on('request', (request) => {
    const requestUrl = request.url()
    if (!requestUrl.startsWith(`${url}/`) && !/^(data|blob):/.test(requestUrl))
      note(`a request left for ${requestUrl}`)
  })
  page.on('framenavigated', (frame) => {
    if (!/^(about:blank|chrome-error:.*)$/.test(frame.url()) && !frame.url().startsWith(`${url}/`))
      note(`went to ${frame.url()}`)
  })
  return {
    page,
    context,
    faults,
    at(now) {
      where = now
    },
  }
}

/** Stores the session of this token, as after a sign-in on this device. */
export async function enter(
  { page }: Pick<Watched, 'page'>,
  { url }: Pick<WebTestEnvironment, 'url'>,
  jwt: string,
) {
  const answer = await fetch(`${url}/api/v1/mobile/parent/auth/profile`, {
    headers: { authorization: `Bearer ${jwt}` },
  })
  const profile = (await answer.json()) as Parameters<typeof storedSession>[1]
  await storeSession(page, storedSession(jwt, profile))
}
