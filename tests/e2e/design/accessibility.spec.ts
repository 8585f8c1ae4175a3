import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import {
  API,
  CAROLINA,
  chooseStudent,
  dataPages,
  EMAIL_WITHOUT_STUDENTS,
  expect,
  fillLogin,
  forgetResponses,
  openPage,
  signedInPages,
  signedOutPages,
  tagShortRun,
  test,
} from '../support/support.ts'

const pagesAfterSignIn = [...signedInPages, '/app/no-existe']
const pagesWithDetail = [
  '/app/agenda',
  '/app/calificaciones',
  '/app/observaciones',
  '/app/asistencia',
  '/app/companeros',
]
/** The rows of Configuraciones that are shown once the server has answered. */
const lateRows = ['Dispositivos', 'Privacidad']
type Page = import('@playwright/test').Page

for (const variant of screenVariants) {
  test(
    `screens before signing in are clean at ${variant.name}`,
    tagShortRun(variant.name === 'light 390'),
    async ({ page }) => {
      await setTheme(page, variant)
      for (const path of signedOutPages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page, `${path} ${variant.name}`)
      }
      await page.goto('/login')
      await page.getByRole('button', { name: 'Ingresar' }).click()
      await expectClean(page, `/login with errors ${variant.name}`)
      await page.route('**/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
      await fillLogin(page, CAROLINA)
      await page.getByText('Detalle técnico').click()
      await expectClean(page, `/login refused ${variant.name}`)
    },
  )

  test(
    `screens after signing in are clean at ${variant.name}`,
    tagShortRun(variant.name === 'light 390'),
    async ({ page, enter }) => {
      await setTheme(page, variant)
      await enter('/app/inicio')
      for (const path of pagesAfterSignIn) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('main').locator('[aria-busy=true], .skeleton')).toHaveCount(0)
        if (path === '/app/configuraciones')
          for (const name of lateRows) await expect(page.getByRole('button', { name })).toBeVisible()
        await expectClean(page, `${path} ${variant.name}`)
      }
    },
  )

  test(`dialogs, menu and notices are clean at ${variant.name}`, async ({ page, signIn }) => {
    await setTheme(page, variant)
    await signIn()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Martina/ })
      .click()
    await expectClean(page, `student choice ${variant.name}`)
    await page.keyboard.press('Escape')
    if (variant.viewport.width < 1024) {
      await page.getByRole('button', { name: 'Menú' }).click()
      await expectClean(page, `menu ${variant.name}`)
      await page.keyboard.press('Escape')
    }
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    // The likely next page is prepared hidden, and may have a notice of its own.
    const notice = page.getByRole('main').getByRole('status').filter({ hasText: 'Sin conexión' })
    await expect(notice).toBeVisible()
    await expectClean(page, `offline ${variant.name}`)
    await page.context().setOffline(false)
    await page.goto('/app/configuraciones')
    await page.getByRole('button', { name: 'Cerrar sesión' }).click()
    await signIn(EMAIL_WITHOUT_STUDENTS)
    await expectClean(page, `without students ${variant.name}`)
  })
}

for (const variant of screenVariants) {
  test(`a simulation of marks is clean at ${variant.name}`, async ({ page, enter }) => {
    await setTheme(page, variant)
    await enter('/app/calificaciones')
    await page.getByRole('button', { name: /^Matemática/ }).click()
    await page.getByRole('button', { name: 'Simular notas' }).click()
    await page.getByLabel('Promedio que busca').fill('9')
    await expectClean(page, `simulation ${variant.name}`)
  })
}

/**
 * Returns whether all skeletons are visible. They appear with a delay, so that quick responses show none, and axe must
 * check them once they are visible.
 */
const areSkeletonsSeen = (page: Page) =>
  page
    .locator('.skeleton')
    .evaluateAll((skeletons) =>
      skeletons.every((skeleton) => skeleton.checkVisibility({ opacityProperty: true })),
    )

for (const variant of screenVariants) {
  test(`details, empty and failed pages are clean at ${variant.name}`, async ({ page, enter }) => {
    await setTheme(page, variant)
    await enter('/app/inicio')
    for (const path of pagesWithDetail) {
      await openPage(page, path)
      await page.locator('main li > button[aria-haspopup="dialog"]').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectClean(page, `detail of ${path} ${variant.name}`)
      await page.keyboard.press('Escape')
      // The detail is an entry of the history: a step back that is under way would abort the next visit.
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.goto('/app/calificaciones')
    await page.getByRole('tab', { name: 'Final' }).click()
    await expectClean(page, `Final ${variant.name}`)
    await page.goto('/app/reportes')
    await page
      .getByRole('button', { name: /^Descargar/ })
      .first()
      .click()
    await expect(page.locator('.toast')).toBeVisible()
    await expectClean(page, `a toast ${variant.name}`)
    await chooseStudent(page, /Antú/)
    for (const path of dataPages.slice(0, -1)) {
      await openPage(page, path)
      await expectClean(page, `empty ${path} ${variant.name}`)
    }
    await page.route(
      (url) => url.pathname.startsWith(API) && url.searchParams.has('student_id'),
      (route) => route.fulfill({ status: 500, json: { success: false, message: 'Error en el servicio' } }),
    )
    for (const path of dataPages.slice(1, -1)) {
      await openPage(page, path)
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await expect(page.getByText('Sin Elementos.').first()).toBeVisible()
      await expectClean(page, `failed ${path} ${variant.name}`)
    }
    await page.route(
      (url) => url.pathname.startsWith(API) && url.searchParams.has('student_id'),
      () => undefined, // The request is never answered.
    )
    await forgetResponses(page)
    for (const path of dataPages.slice(1, -1)) {
      await page.goto(path)
      await expect(page.getByText('Cargando').first()).toBeAttached()
      await expect.poll(() => areSkeletonsSeen(page)).toBe(true)
      await expectClean(page, `loading ${path} ${variant.name}`)
    }
  })
}
