import { hash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Certificate } from '@apoderados/tests-support/environment/api.ts'
import type { BrowserContext, LaunchOptions, Page } from '@playwright/test'
import { storeSession } from '../../e2e/support/storedSession.ts'
import { chromiumOptions, noSignalHandlers } from '../../support/chromium.ts'

/**
 * The features of Chromium to disable. The first two are parts of the address bar, which loads 400 scripts per window
 * during the measurement. The others are Playwright's list, repeated because only the last `--disable-features` counts.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
]

/**
 * Returns options for a browser without background activity. It trusts the benchmark's certificate: if errors were
 * only ignored, the browser would cache no files and the service worker would fetch each file again.
 */
export function quietBrowserOptions({ path }: Certificate): LaunchOptions {
  const options = chromiumOptions({ isWhole: true })
  const { publicKey } = new X509Certificate(readFileSync(path))
  const trusted = hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'base64')
  const args = [
    ...(options.args ?? []),
    `--disable-features=${disabledFeatures.join()}`,
    `--ignore-certificate-errors-spki-list=${trusted}`,
  ]
  return { ...options, ...noSignalHandlers, args }
}

/** Slow 4G as Lighthouse defines it, in ms and bytes per second: 1.6 × 1,024 kbit/s down, 750 kbit/s up. */
const SLOW_4G = {
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
}
const CPU_SLOWDOWN = 4

/** Emulates a slow connection and a slow CPU for the page. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
}

/** Stores a session on the device, through a page without the app's code. */
export async function storeSessionOn(context: BrowserContext, url: string, session: Record<string, string>) {
  const page = await context.newPage()
  await storeSession(page, session, url)
  await page.close()
}

/** Adds a performance mark to each document of `page` when an element matching `selector` has been painted. */
export const markWhenShown = (page: Page | BrowserContext, selector: string, mark = 'shown') =>
  page.addInitScript(
    ([wanted, name]) => {
      const check = () => {
        if (!document.querySelector(wanted)) return
        observer.disconnect()
        // Runs after the frame that shows the element.
        requestAnimationFrame(() => setTimeout(() => performance.mark(name)))
      }
      const observer = new MutationObserver(check)
      observer.observe(document, { subtree: true, childList: true, attributes: true })
    },
    [selector, mark] as const,
  )

/**
 * Returns the start time of a performance entry in ms since navigation, once the entry exists. It does not use
 * Playwright's evaluate, whose script takes 80 ms on the slowed phone and would distort the measurement.
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

/**
 * The page state that answers a touch: an element matching `selector` contains `text`, and none matches `without`.
 */
export type ResponseState = { selector: string; text?: string; without?: string }

/**
 * Returns the time in ms from the touch until `responseState` is painted. @throws if the page is in this state before the
 * touch
 */
export async function timeTouch(page: Page, touch: () => Promise<void>, responseState: ResponseState) {
  const timing = await page.evaluateHandle(({ selector, text = '', without }) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    let start: number | undefined
    const hasResponse = () =>
      !!document.querySelector(selector)?.textContent?.includes(text) &&
      !(without && document.querySelector(without))
    if (hasResponse()) throw new Error(`${selector} stands before the touch`)
    const check = () => {
      if (start === undefined || !hasResponse()) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - Number(start))))
    }
    const observer = new MutationObserver(check)
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const onTouch = ({ timeStamp }: Event) => {
      start = timeStamp
    }
    addEventListener('pointerdown', onTouch, { capture: true, once: true })
    return { promise }
  }, responseState)
  await touch()
  return page.evaluate(({ promise }) => promise, timing)
}
