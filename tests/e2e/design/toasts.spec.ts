import type { Page } from '@playwright/test'
import { enlargeText } from '../support/largeText/largeText.ts'
import { expect, signedInPages, test } from '../support/support.ts'

/** Keeps each toast that appears after this call open, as a pointer over the toast does. */
const holdToasts = (page: Page) =>
  page.evaluate(() => {
    const holdToast = () => {
      const toast = document.querySelector('.toast button')
      if (!toast || toast.hasAttribute('data-held')) return
      toast.setAttribute('data-held', '')
      toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    }
    new MutationObserver(holdToast).observe(document.body, { subtree: true, childList: true })
  })

/** Returns the controls that only the toast prevents from being pressed, and a message if the toast is not visible. */
const coveredControls = (page: Page, within = 'body') =>
  page.evaluate((part) => {
    const toast = document.querySelector<HTMLElement>('.toast')
    if (!toast) return ['there is no toast']
    const box = toast.getBoundingClientRect()
    const isSeen = box.height > 0 && box.top >= 0 && box.bottom <= innerHeight
    const controls = Array.from(
      document.querySelectorAll(`:is(${part}) :is(a[href], button, input, select, summary)`),
    )
    toast.style.visibility = 'hidden'
    const covered = controls.filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const x = [Math.max(left, box.left), Math.min(right, box.right)] as const
      const y = [Math.max(top, box.top), Math.min(bottom, box.bottom)] as const
      if (toast.contains(control) || x[0] >= x[1] || y[0] >= y[1]) return false
      const topElement = document.elementFromPoint((x[0] + x[1]) / 2, (y[0] + y[1]) / 2)
      return control.contains(topElement)
    })
    toast.style.visibility = ''
    return [...(isSeen ? [] : ['the toast is not seen']), ...covered.map((control) => control.outerHTML)]
  }, within)

const expectNoCoveredControls = (page: Page, label: string) =>
  expect.poll(() => coveredControls(page), label).toEqual([])

async function showToast(page: Page) {
  await page
    .getByRole('button', { name: /^Descargar / })
    .first()
    .click()
  await expect(page.locator('.toast')).toBeVisible()
}

const screenSizes = [
  { width: 390, height: 844, text: '100%' },
  { width: 320, height: 640, text: '100%' },
  { width: 320, height: 640, text: '200%' },
  { width: 1366, height: 768, text: '100%' },
  { width: 1366, height: 768, text: '200%' },
] as const

for (const { text, ...viewport } of screenSizes) {
  test.describe(`at ${viewport.width}×${viewport.height} with text of ${text}`, () => {
    test.use({ viewport })

    test.beforeEach(async ({ page, enter }) => {
      await enter('/app/reportes')
      await enlargeText(page, text)
      await holdToasts(page)
      await showToast(page)
    })

    test('a toast covers no control of the frame, nor of a page that is scrolled to its end', async ({
      page,
    }) => {
      for (const path of ['/app/reportes', ...signedInPages]) {
        await page.evaluate((address) => history.pushState(null, '', address), path)
        await expect(page).toHaveURL(path)
        await page.waitForLoadState('networkidle')
        await expect(page.getByText('Cargando')).toHaveCount(0)
        expect(await coveredControls(page, 'header, nav, aside'), path).toEqual([])
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        await expectNoCoveredControls(page, path)
      }
    })

    // With text at twice its size, a toast may cover the head of a sheet until it is pressed or gone.
    if (text === '200%') return
    test('a toast covers no control of a dialog', async ({ page }) => {
      for (const [path, name] of [
        ['/app/configuraciones', 'Cambiar contraseña'],
        ['/app/configuraciones', 'Términos de uso'],
        ['/app/companeros', /^N° /],
        ['/app/calificaciones', /Matemática/],
      ] as const) {
        await page.evaluate((address) => history.pushState(null, '', address), path)
        await page.getByRole('main').getByRole('button', { name }).first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectNoCoveredControls(page, `${path}, ${name}`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })
  })
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]) {
  test.describe(`without a session, at ${viewport.width}`, () => {
    test.use({ viewport })

    for (const text of ['100%', '200%'] as const) {
      test(`a refused code is reported beside the controls, with text of ${text}`, async ({ page }) => {
        await page.goto('/auth/cambiar_contraseña?email=a@example.com')
        await enlargeText(page, text)
        await page.getByLabel('Código de recuperación').fill('0000-0000-00000')
        await page.getByLabel('Nueva contraseña').fill('Luna verde 27')
        await page.getByLabel('Confirmar contraseña').fill('Luna verde 27')
        await holdToasts(page)
        await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
        await expect(page.locator('.toast')).toBeVisible()
        await expectNoCoveredControls(page, 'recovery')
        await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
        await expectNoCoveredControls(page, 'sign-in')
      })
    }
  })
}
