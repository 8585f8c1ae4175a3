import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { storedSession, storeSession } from '../../e2e/support/storedSession.ts'
import { RUN_CALLBACK } from './payloads.ts'
import type { WebTestEnvironment } from './webEnvironment.ts'

export type WatchedPage = {
  page: Page
  context: BrowserContext
  /** Scripts that ran, requests to other origins, and what the policy stopped. */
  faults: string[]
  /** Sets the place that later faults name. */
  setLocation(location: string): void
}

/** Opens a page that records the effects of payloads, such as a script that runs or a request that leaves. */
export async function openWatchedPage(
  { browser, url }: Pick<WebTestEnvironment, 'browser' | 'url'>,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    baseURL: url,
    ...options,
  })
  const faults: string[] = []
  let location = ''
  const record = (effect: string) => faults.push(`${location}: ${effect}`.slice(0, 400))
  await context.exposeFunction(RUN_CALLBACK, (n: number) => void record(`payload ${n} ran`))
  await context.exposeFunction(
    'reportedByPolicy',
    (text: string) => void record(`the policy stopped ${text}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { reportedByPolicy } = window as unknown as { reportedByPolicy: (text: string) => void }
      reportedByPolicy(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  const page = await context.newPage()
  page.on('dialog', (dialog) => {
    record(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => record(`a window: ${popup.url()}`))
  page.on('download', (download) => record(`a download: ${download.suggestedFilename()}`))
  page.on('pageerror', ({ message }) => record(`an error: ${message}`))
  page.on('request', (request) => {
    const requestUrl = request.url()
    if (!requestUrl.startsWith(`${url}/`) && !/^(data|blob):/.test(requestUrl))
      record(`a request left for ${requestUrl}`)
  })
  page.on('framenavigated', (frame) => {
    if (!/^(about:blank|chrome-error:.*)$/.test(frame.url()) && !frame.url().startsWith(`${url}/`))
      record(`went to ${frame.url()}`)
  })
  return {
    page,
    context,
    faults,
    setLocation(newLocation) {
      location = newLocation
    },
  }
}

/** Stores this token's session in the page's browser, as a sign-in there would. */
export async function signInWithToken(
  { page }: Pick<WatchedPage, 'page'>,
  { url }: Pick<WebTestEnvironment, 'url'>,
  jwt: string,
) {
  const response = await fetch(`${url}/api/v1/mobile/parent/auth/profile`, {
    headers: { authorization: `Bearer ${jwt}` },
  })
  const profile = (await response.json()) as Parameters<typeof storedSession>[1]
  await storeSession(page, storedSession(jwt, profile))
}
