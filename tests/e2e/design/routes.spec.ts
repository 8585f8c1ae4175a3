import { expect, test } from '../support/support.ts'

const pages = [
  ['/app/inicio', 'Inicio'],
  ['/app/agenda', 'Agenda'],
  ['/app/horario', 'Horario'],
  ['/app/calificaciones', 'Calificaciones'],
  ['/app/observaciones', 'Observaciones'],
  ['/app/asistencia', 'Asistencia'],
  ['/app/companeros', 'Compañeros'],
  ['/app/reportes', 'Reportes'],
  ['/app/configuraciones', 'Configuraciones'],
] as const
const recoveryPath = '/auth/recuperar_contraseña'
const passwordChangePath = '/auth/cambiar_contraseña'
const encodePath = (path: string) => encodeURI(path)

test.describe('signed out', () => {
  test('every other path leads to /login', async ({ page }) => {
    for (const path of ['/', '/app', ...pages.map(([path]) => path), '/otra', '/app/otra', '/auth/otra']) {
      await page.goto(path)
      await expect(page, path).toHaveURL(/\/login$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
      await expect(page).toHaveTitle(/Apoderados/)
    }
  })

  for (const [path, heading] of [
    [recoveryPath, 'Recuperar contraseña'],
    [passwordChangePath, 'Cambiar contraseña'],
  ] as const) {
    test(`${path} shows ${heading}, however its ñ is written`, async ({ page }) => {
      for (const form of [path, encodePath(path), `${path}/`, path.normalize('NFD')]) {
        await page.goto(form)
        await expect(page.getByRole('heading', { level: 1 }), form).toHaveText(heading)
      }
      await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
      await expect(page).toHaveURL(/\/login$/)
    })
  }

  test('the requested page opens after signing in', async ({ page }) => {
    await page.goto('/app/asistencia')
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('Correo electrónico').fill('apoderada@example.com')
    await page.getByLabel('Contraseña', { exact: true }).fill('demo1234')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await expect(page).toHaveURL(/\/app\/asistencia$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Asistencia')
  })
})

test.describe('signed in', () => {
  test.beforeEach(({ signIn }) => signIn())

  test('every page has its title', async ({ page }) => {
    for (const [path, title] of pages) {
      await page.goto(path)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page).toHaveTitle(`${title} · Apoderados`)
      const heading = title === 'Inicio' ? 'Hola, Carolina' : title
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    }
  })

  test('the pages of the sign-in lead to /app/inicio', async ({ page }) => {
    for (const path of [
      '/',
      '/login',
      '/app',
      '/app/inicio/',
      recoveryPath,
      encodePath(passwordChangePath),
    ]) {
      await page.goto(path)
      await expect(page, path).toHaveURL(/\/app\/inicio\/?$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Carolina')
    }
  })

  test('an unknown path is not found, and offers a way back', async ({ page }) => {
    for (const path of ['/otra', '/app/inicio/mas', '/auth/otra']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Not Found')
      await page.getByRole('main').getByRole('link').first().click()
      await expect(page).toHaveURL(/\/app\/inicio$/)
    }
  })

  test('Back and Forward walk through the pages', async ({ page }) => {
    await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Agenda' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Carolina')
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agenda')
  })
})
