import type { Page } from '@playwright/test'
import { enlargeText } from '../support/largeText/largeText.ts'
import {
  dataPages,
  desktop,
  expect,
  openPage,
  phone,
  signedInPages,
  signedOutPages,
  test,
} from '../support/support.ts'

async function expectNoSidewaysScroll(page: Page, label: string): Promise<void> {
  const readOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(readOverflow, { message: label }).toBeLessThanOrEqual(0)
}

/** Selects the controls that the Tab key must reach. */
const tabbableSelector =
  'a[href], button:not([tabindex="-1"]):not(:disabled), input:not(:disabled), summary, [tabindex="0"]'

for (const viewport of [phone, desktop]) {
  test(`the keyboard reaches every control of every page, and shows it with its focus, at ${viewport.width}`, async ({
    page,
    enter,
  }) => {
    await page.setViewportSize(viewport)
    await enter('/app/inicio')
    for (const path of dataPages) {
      await openPage(page, path)
      const controlCount = await page.locator(tabbableSelector).evaluateAll((elements) => {
        const visible = elements.filter((element) => element.checkVisibility({ visibilityProperty: true }))
        for (const [index, element] of visible.entries()) element.setAttribute('data-walk', String(index))
        return visible.length
      })
      const focusedControls = new Set<string>()
      for (let presses = 0; presses < controlCount + 5 && focusedControls.size < controlCount; presses += 1) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate(() => {
          const element = document.activeElement
          const styles = element ? [getComputedStyle(element), getComputedStyle(element, '::before')] : []
          const isMarked = styles.some((style) => style.boxShadow !== 'none' || style.outlineStyle !== 'none')
          const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
          const front = document.elementFromPoint(left + width / 2, top + height / 2)
          const isInFront = front?.contains(element) || element?.contains(front)
          const walk = element?.getAttribute('data-walk') ?? null
          return { walk, isMarked, isInFront, text: element?.textContent }
        })
        if (focused.walk === null) continue
        focusedControls.add(focused.walk)
        expect(focused.isMarked, `${path}: ${focused.text}`).toBe(true)
        expect(focused.isInFront, `${path}: ${focused.text}`).toBe(true)
      }
      expect(focusedControls.size, path).toBe(controlCount)
    }
  })
}

test('with text at twice its size no control is hidden behind another', async ({ page, enter }) => {
  await enter('/app/inicio')
  for (const path of dataPages) {
    await openPage(page, path)
    await enlargeText(page)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const hidden = await page.locator(tabbableSelector).evaluateAll((elements) => {
        const visible = elements.filter((element) => element.checkVisibility({ visibilityProperty: true }))
        return visible
          .filter((element) => !element.classList.contains('skip-link'))
          .filter((element) => {
            element.scrollIntoView({ block: 'center', behavior: 'instant' })
            const { left, top, width: wide, height } = element.getBoundingClientRect()
            const topElement = document.elementFromPoint(left + wide / 2, top + Math.min(height / 2, 20))
            return !(
              topElement &&
              (element.contains(topElement) || topElement.contains(element) || topElement.closest('label'))
            )
          })
          .map((element) => element.textContent || element.getAttribute('aria-label'))
      })
      expect(hidden, `${path} at ${width}`).toEqual([])
    }
  }
})

test('no screen scrolls sideways, from 320 px on and with text at twice its size', async ({
  page,
  signIn,
}) => {
  async function visit(paths: string[]): Promise<void> {
    for (const path of paths) {
      await enlargeText(page, '100%')
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${path} ${width}`)
      }
      await enlargeText(page)
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${path} ${width}, large text`)
      }
    }
  }
  await visit(signedOutPages)
  await signIn()
  await visit([...signedInPages, '/app/no-existe'])
})
