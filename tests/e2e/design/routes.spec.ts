import { API, expect, test } from '../support/support.ts'

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
  for (const path of [
    '/',
    '/login',
    '/app',
    ...pages.map(([page]) => page),
    '/otra',
    '/app/otra',
    '/auth/otra',
  ]) {
    test(`${path} leads to /login`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/login$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ingresa a tu cuenta')
      await expect(page).toHaveTitle(/Apoderados/)
    })
  }

  for (const [path, heading] of [
    [recoveryPath, 'Recuperar contraseña'],
    [passwordChangePath, 'Cambiar contraseña'],
  ] as const) {
    for (const form of [path, encodePath(path), `${path}/`, path.normalize('NFD')]) {
      test(`${form} shows ${heading}`, async ({ page }) => {
        await page.goto(form)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
        await expect(page).toHaveURL(/\/login$/)
      })
    }
  }

  test('the forgotten password leads to recovery', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await expect(page).toHaveURL(encodePath(recoveryPath))
  })

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

  for (const [path, title] of pages) {
    test(`${path} stays, with its title`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page).toHaveTitle(`${title} · Apoderados`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        title === 'Inicio' ? 'Hola, Carolina' : title,
      )
    })
  }

  for (const path of [
    '/',
    '/login',
    '/app',
    '/app/',
    '/app/inicio/',
    recoveryPath,
    encodePath(passwordChangePath),
  ]) {
    test(`${path} leads to /app/inicio`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/app\/inicio\/?$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Carolina')
    })
  }

  for (const path of ['/otra', '/app/otra', '/app/inicio/mas', '/auth/otra']) {
    test(`${path} is not found, and offers a way back`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not Found')
      await page.getByRole('main').getByRole('link').first().click()
      await expect(page).toHaveURL(/\/app\/inicio$/)
    })
  }

  test('each change of page asks for the profile once', async ({ page }) => {
    await page.waitForLoadState('networkidle') // The app also requests the profile when it starts.
    let profileRequests = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`${API}/auth/profile`)) profileRequests += 1
    })
    for (const name of ['Agenda', 'Horario', 'Notas', 'Inicio']) {
      const before = profileRequests
      const answered = page.waitForResponse(`**${API}/auth/profile`)
      await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name }).click()
      await answered
      expect(profileRequests).toBe(before + 1)
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
