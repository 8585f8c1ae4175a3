import { clickBackdrop, expect, test } from '../support/support.ts'

const MENU_ENTRIES = [
  'Inicio',
  'Agenda',
  'Horario',
  'Calificaciones',
  'Observaciones',
  'Asistencia',
  'Compañeros',
  'Configuraciones',
]

/** Matches a link's text: its name, and perhaps a count of unread news, as a number and for screen readers. */
const menuEntryPattern = (name: string) => new RegExp(`^${name}( ?\\d+${name}, (al menos )?\\d+ nuevas?)?$`)

test.describe('on a phone', () => {
  test.beforeEach(({ signIn }) => signIn())

  test('the bar of shortcuts leads to its pages and opens the menu', async ({ page }) => {
    const bar = page.getByRole('navigation', { name: 'Accesos' })
    await expect(bar.getByRole('link')).toHaveText(
      ['Inicio', 'Agenda', 'Horario', 'Notas'].map(menuEntryPattern),
    )
    await expect(bar.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: 'Menú' }).click()
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await expect(menu.getByRole('link')).toHaveText(MENU_ENTRIES.map(menuEntryPattern))
    await expect(page.getByRole('dialog')).toContainText('Carolina Muñoz Araya')
    await expect(page.getByRole('dialog')).toContainText('Apoderada titular')
    await menu.getByRole('link', { name: 'Observaciones' }).click()
    await expect(page).toHaveURL(/\/app\/observaciones$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('the menu closes by Esc, by its button and by the backdrop, and returns the focus', async ({
    page,
  }) => {
    const closeActions = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click(),
      () => clickBackdrop(page, 370, 400),
    ]
    for (const close of closeActions) {
      await page.getByRole('button', { name: 'Menú' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await close()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Menú' })).toBeFocused()
    }
  })

  test('a page chosen in the menu focuses its heading, and Back closes an open menu', {
    tag: '@short',
  }, async ({ page }) => {
    const openPage = async (name: string) => {
      await page.getByRole('button', { name: 'Menú' }).click()
      await page.getByRole('dialog').getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    }
    await openPage('Agenda')
    await openPage('Horario')
    await openPage('Agenda') // Its code is already loaded, so the page is rendered while the menu closes.
    await page.getByRole('button', { name: 'Menú' }).click()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Agenda' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Horario' })).toBeFocused()
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  test.beforeEach(({ signIn }) => signIn())

  test('a keyboard user can skip the menu', async ({ page }) => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    const skipLink = page.getByRole('link', { name: 'Ir al contenido' })
    await expect(skipLink).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })
})

test.describe('themes', () => {
  test('apply before the app loads, because the static page already uses them', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED|Failed to fetch dynamically/)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.route('**/assets/*.js', (route) => route.abort())
    const shells = [
      ['/login', page.getByRole('heading', { level: 1, name: 'Ingresa a tu cuenta' })],
      ['/app/inicio', page.getByRole('img', { name: 'Apoderados' })],
    ] as const
    for (const [path, shell] of shells) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(shell).toBeVisible()
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
        'rgb(18, 17, 24)',
      )
    }
  })
})
