import type { Page } from '@playwright/test'
import { expectClean } from '../support/axe.ts'
import { enlargeText, expectReadable } from '../support/largeText/largeText.ts'
import { emailOf, openState, signedInStates, signedOutStates } from '../support/largeText/states.ts'
import { expect, phone, tagShortRun, test } from '../support/support.ts'

const lowViewport = { width: 320, height: 640 }

// The short run has the page with the most kinds of content.
for (const viewport of [lowViewport, phone]) {
  test.describe(`with text at twice its size at ${viewport.width}`, () => {
    test.use({ viewport })

    test.beforeEach(({ page }) => enlargeText(page))

    for (const state of [...signedOutStates, ...signedInStates]) {
      test(
        `${state.name}: text is whole, controls are large`,
        tagShortRun(viewport === lowViewport && state.name === '/app/inicio'),
        async ({ page, enter }) => {
          const email = emailOf(state)
          if (email !== null) await enter(state.path, email)
          await openState(page, state)
          await expectReadable(page, state.name)
          await expectClean(page, state.name)
        },
      )
    }
  })
}

/** Returns whether the bottom bar takes less than a sixth of the screen's height, and the tabs that it covers. */
function measureBottomBar() {
  const bar = document.querySelector('.bottom-bar')
  const top = bar?.getBoundingClientRect().top ?? 0
  const covered = [...document.querySelectorAll('[role=tab]')].filter((tab) => {
    const { left, width, bottom } = tab.getBoundingClientRect()
    return bar?.contains(document.elementFromPoint(left + width / 2, bottom - 1))
  })
  return {
    isLow: innerHeight - top < innerHeight / 6,
    covered: covered.map(({ textContent }) => textContent),
  }
}

test.describe('the bottom bar leaves a low screen to the page', () => {
  test.use({ viewport: { width: 320, height: 568 } })
  const expectLowBar = (page: Page) =>
    expect.poll(() => page.evaluate(measureBottomBar)).toEqual({ isLow: true, covered: [] })

  for (const size of ['100%', '112%', '150%', '200%'] as const) {
    test(`with text at ${size}`, async ({ page, enter }) => {
      await enlargeText(page, size)
      await enter('/app/calificaciones')
      await expect(page.getByRole('tab', { name: 'Final' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectLowBar(page)
    })
  }

  test('with text enlarged by a style sheet of the reader', async ({ page, enter }) => {
    await enter('/app/calificaciones')
    await expect(page.getByRole('tab', { name: 'Final' })).toBeVisible()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectLowBar(page)
  })
})

test.describe('on a low screen', () => {
  test.use({ viewport: lowViewport })

  test('a long name of a student leaves the bar low', async ({ page, enter }) => {
    await enter('/app/inicio')
    await page.waitForLoadState('networkidle') // A profile that arrives later would replace the name.
    await page.route('**/auth/profile', (route) => route.abort())
    await page.evaluate(() => {
      const [first, ...others] = JSON.parse(localStorage.students)
      const longNamedStudent = { ...first, name: 'Maximiliano Sebastián', last_name: 'Etcheverrigaray' }
      localStorage.students = JSON.stringify([longNamedStudent, ...others])
    })
    await enlargeText(page)
    await openState(page, { name: 'a long name', path: '/app/inicio' })
    await expect(page.getByRole('banner')).toContainText('Maximiliano')
    await expectReadable(page, 'a long name')
  })
})
