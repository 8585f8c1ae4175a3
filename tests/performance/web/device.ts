import { hash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BrowserContext, LaunchOptions, Page } from '@playwright/test'
import { keepSession } from '../../e2e/support/storedSession.ts'
import { chromiumOptions, signalsAreOurs } from '../../support/chromium.ts'
import type { Certificate } from '../../support/stage/api.ts'

/**
 * Chromium's own address bar reads 400 scripts for each window, in the very seconds that are measured. Only the last
 * list of such features counts, so what of Playwright's keeps a browser quiet stands here as well.
 */
const unwanted = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter'],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
]

/**
 * A browser that does nothing of its own while a page is measured. It trusts this one certificate: with an error that
 * is overlooked it would keep no file, and the worker fetch each a second time.
 */
export function quietBrowser({ path }: Certificate): LaunchOptions {
  const options = chromiumOptions({ isWhole: true })
  const { publicKey } = new X509Certificate(readFileSync(path))
  const trusted = hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'base64')
  const args = [
    ...(options.args ?? []),
    `--disable-features=${unwanted.join()}`,
    `--ignore-certificate-errors-spki-list=${trusted}`,
  ]
  return { ...options, ...signalsAreOurs, args }
}

/** Lighthouse's slow 4G, as the network has it: 150 ms there and back, 1.6 × 1,024 kbit/s down, 750 up. */
const line = { latency: 150, downloadThroughput: (1.6 * 1024 * 1000) / 8, uploadThroughput: (750 * 1000) / 8 }
const CPU_SLOWDOWN = 4

/** A phone of 412 × 823 on a slow line with a slow processor, from here on. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
}

/** What the device kept of a session, before any page of the app runs. */
export async function enter(context: BrowserContext, url: string, session: Record<string, string>) {
  const page = await context.newPage()
  await keepSession(page, session, url)
  await page.close()
}

/** Each page of `context` notes when what `selector` names has been painted. */
export const noteWhen = (context: BrowserContext, selector: string) =>
  context.addInitScript((wanted) => {
    const look = () => {
      if (!document.querySelector(wanted)) return
      observer.disconnect()
      // After the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => performance.mark('shown')))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  }, selector)

/**
 * ms since the navigation began, once there is such an entry. Asked without Playwright's own script, which a slow phone
 * takes 80 ms to load, in the very time that is measured.
 */
export async function entryTime(page: Page, type: 'mark' | 'paint', name: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `new Promise((resolve) => {
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntriesByName('${name}')) resolve(startTime)
      }).observe({ type: '${type}', buffered: true })
    })`,
    awaitPromise: true,
  })
  return result.value
}

/** What stands when a touch is answered: what `selector` names, saying `text`, and nothing that `without` names. */
export type Answered = { selector: string; text?: string; without?: string }

/** ms from the touch that `touch` makes until its answer has been painted. @throws where it stands before the touch */
export async function timeTouch(page: Page, touch: () => Promise<void>, answered: Answered) {
  const timing = await page.evaluateHandle(({ selector, text = '', without }) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    let start: number | undefined
    const isAnswered = () =>
      !!document.querySelector(selector)?.textContent?.includes(text) &&
      !(without && document.querySelector(without))
    if (isAnswered()) throw new Error(`${selector} stands before the touch`)
    const look = () => {
      if (start === undefined || !isAnswered()) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - Number(start))))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const onTouch = ({ timeStamp }: Event) => {
      start = timeStamp
    }
    addEventListener('pointerdown', onTouch, { capture: true, once: true })
    return { promise }
  }, answered)
  await touch()
  return page.evaluate(({ promise }) => promise, timing)
}
