import { expectClean, looks, wear } from './axe.ts'
import {
  API,
  CAROLINA,
  chooseStudent,
  dataPages,
  desktop,
  expect,
  fillLogin,
  forgetAnswers,
  phone,
  shortWhen,
  signedInPages,
  test,
  WITHOUT_STUDENTS,
} from './support.ts'

const open = ['/login', '/auth/recuperar_contraseña', '/auth/cambiar_contraseña']
const signedIn = [...signedInPages, '/app/no-existe']
const withDetail = [
  '/app/agenda',
  '/app/calificaciones',
  '/app/observaciones',
  '/app/asistencia',
  '/app/companeros',
]
type Page = import('@playwright/test').Page

async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(width, where).toBeLessThanOrEqual(0)
}

for (const look of looks) {
  test(
    `screens before signing in are clean at ${look.name}`,
    shortWhen(look.name === 'light 390'),
    async ({ page }) => {
      await wear(page, look)
      for (const path of open) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page, `${path} ${look.name}`)
      }
      await page.goto('/login')
      await page.getByRole('button', { name: 'Ingresar' }).click()
      await expectClean(page, `/login with errors ${look.name}`)
      await page.route('**/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
      await fillLogin(page, CAROLINA)
      await page.getByText('Detalle técnico').click()
      await expectClean(page, `/login refused ${look.name}`)
    },
  )

  test(
    `screens after signing in are clean at ${look.name}`,
    shortWhen(look.name === 'light 390'),
    async ({ page, enter }) => {
      test.slow()
      await wear(page, look)
      await enter('/app/inicio')
      for (const path of signedIn) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page, `${path} ${look.name}`)
      }
    },
  )

  test(`what lies over the pages is clean at ${look.name}`, async ({ page, signIn }) => {
    test.slow()
    await wear(page, look)
    await signIn()
    await page.getByRole('button', { name: /Martina/ }).click()
    await expectClean(page, `student choice ${look.name}`)
    await page.keyboard.press('Escape')
    if (look.viewport.width < 1024) {
      await page.getByRole('button', { name: 'Menú' }).click()
      await expectClean(page, `menu ${look.name}`)
      await page.keyboard.press('Escape')
    }
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.getByText('Sin conexión')).toBeVisible()
    await expectClean(page, `offline ${look.name}`)
    await page.context().setOffline(false)
    await page.goto('/app/configuraciones')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await signIn(WITHOUT_STUDENTS)
    await expectClean(page, `without students ${look.name}`)
  })
}

/** What is quick shows no skeleton: they are seen a moment after they are there. */
const areSkeletonsSeen = (page: Page) =>
  page
    .locator('.skeleton')
    .evaluateAll((skeletons) =>
      skeletons.every((skeleton) => skeleton.checkVisibility({ opacityProperty: true })),
    )

/** The page with its data: nothing is loading any more. */
async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Cargando')).toHaveCount(0)
}

for (const look of looks) {
  test(`details, empty and failed pages are clean at ${look.name}`, async ({ page, enter }) => {
    test.setTimeout(120_000)
    await wear(page, look)
    await enter('/app/inicio')
    for (const path of withDetail) {
      await openPage(page, path)
      await page.locator('main li > button[aria-haspopup="dialog"]').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectClean(page, `detail of ${path} ${look.name}`)
      await page.keyboard.press('Escape')
    }
    await page.goto('/app/calificaciones')
    await page.getByRole('tab', { name: 'Final' }).click()
    await expectClean(page, `Final ${look.name}`)
    await page.goto('/app/reportes')
    await page
      .getByRole('button', { name: /^Descargar/ })
      .first()
      .click()
    await expect(page.locator('.toast')).toBeVisible()
    await expectClean(page, `a toast ${look.name}`)
    await chooseStudent(page, /Antú/)
    for (const path of dataPages.slice(0, -1)) {
      await openPage(page, path)
      await expectClean(page, `empty ${path} ${look.name}`)
    }
    await page.route(
      (url) => url.pathname.startsWith(API) && url.searchParams.has('student_id'),
      (route) => route.fulfill({ status: 500, json: { success: false, message: 'Error en el servicio' } }),
    )
    for (const path of dataPages.slice(1, -1)) {
      await openPage(page, path)
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await expect(page.getByText('Sin Elementos.').first()).toBeVisible()
      await expectClean(page, `failed ${path} ${look.name}`)
    }
    await page.route(
      (url) => url.pathname.startsWith(API) && url.searchParams.has('student_id'),
      () => undefined, // never answered
    )
    await forgetAnswers(page)
    for (const path of dataPages.slice(1, -1)) {
      await page.goto(path)
      await expect(page.getByText('Cargando').first()).toBeAttached()
      await expect.poll(() => areSkeletonsSeen(page)).toBe(true)
      await expectClean(page, `loading ${path} ${look.name}`)
    }
  })
}

/** Whatever can be operated and is in sight, as a Tab reaches it. */
const tabbable =
  'a[href], button:not([tabindex="-1"]):not(:disabled), input:not(:disabled), summary, [tabindex="0"]'

for (const viewport of [phone, desktop]) {
  test(`every control of every page is reached by the keyboard and shows it at ${viewport.width}`, async ({
    page,
    enter,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(viewport)
    await enter('/app/inicio')
    for (const path of dataPages) {
      await openPage(page, path)
      const wanted = await page.locator(tabbable).evaluateAll((elements) => {
        const shown = elements.filter((element) => element.checkVisibility({ visibilityProperty: true }))
        for (const [index, element] of shown.entries()) element.setAttribute('data-walk', String(index))
        return shown.length
      })
      const reached = new Set<string>()
      for (let press = 0; press < wanted + 5 && reached.size < wanted; press += 1) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate(() => {
          const element = document.activeElement
          const styles = element ? [getComputedStyle(element), getComputedStyle(element, '::before')] : []
          const isMarked = styles.some((style) => style.boxShadow !== 'none' || style.outlineStyle !== 'none')
          return { walk: element?.getAttribute('data-walk') ?? null, isMarked, text: element?.textContent }
        })
        if (focused.walk === null) continue
        reached.add(focused.walk)
        expect(focused.isMarked, `${path}: ${focused.text}`).toBe(true)
      }
      expect(reached.size, path).toBe(wanted)
    }
  })
}

test('with text at twice its size no control is hidden behind another', async ({ page, enter }) => {
  test.setTimeout(120_000)
  await enter('/app/inicio')
  for (const path of dataPages) {
    await openPage(page, path)
    await enlarge(page)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const hidden = await page.locator(tabbable).evaluateAll((elements) => {
        const shown = elements.filter((element) => element.checkVisibility({ visibilityProperty: true }))
        return shown
          .filter((element) => !element.classList.contains('skip-link'))
          .filter((element) => {
            element.scrollIntoView({ block: 'center', behavior: 'instant' })
            const { left, top, width: wide, height } = element.getBoundingClientRect()
            const at = document.elementFromPoint(left + wide / 2, top + Math.min(height / 2, 20))
            return !(at && (element.contains(at) || at.contains(element) || at.closest('label')))
          })
          .map((element) => element.textContent || element.getAttribute('aria-label'))
      })
      expect(hidden, `${path} at ${width}`).toEqual([])
    }
  }
})

/** Enlarges the text as a phone's setting does. */
const enlarge = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))

test('no screen scrolls sideways, from 320 px on and with text at twice its size', async ({
  page,
  signIn,
}) => {
  test.slow()
  async function visit(paths: string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${path} ${width}`)
      }
      await enlarge(page)
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        await expectNoSidewaysScroll(page, `${path} ${width}, large text`)
      }
    }
  }
  await visit(open)
  await signIn()
  await visit(signedIn)
})
