import { createServer } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import { makeDataDir, removeDataDir, runServer } from '../support/runServer.ts'
import { API, CAROLINA, expect, fillLogin, PASSWORD, test } from '../support/support.ts'

/** Passkeys are bound to a name, so that the server must know its address before it starts. */
async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}

let [dataDir, url] = ['', '']
let stop: () => Promise<void>

test.beforeAll(async () => {
  const port = String(await findFreePort())
  dataDir = makeDataDir()
  url = `http://localhost:${port}`
  const server = await runServer({ DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url })
  stop = server.stop
})
test.afterAll(async () => {
  await stop()
  removeDataDir(dataDir)
})

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/login`)
  await fillLogin(page, CAROLINA)
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Carolina' })).toBeVisible()
}

async function openDevices(page: Page) {
  await page.goto(`${url}/app/configuraciones`)
  await page.getByRole('button', { name: /^Dispositivos/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Dispositivos' })
  await expect(dialog.getByText('Este dispositivo')).toBeVisible()
  return dialog
}

/** A device in the browser that holds passkeys and has checked its person. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a parent closes the account on another device, which is signed out at its next call', async ({
  page,
  browser,
}) => {
  const other = await browser.newContext({ serviceWorkers: 'block' })
  const lost = await other.newPage()
  await signIn(lost)
  await signIn(page)
  const dialog = await openDevices(page)
  for (const variant of screenVariants) {
    await setTheme(page, variant)
    await expectClean(page, variant.name)
  }
  await dialog.getByRole('button', { name: /^Cerrar Computador Linux/ }).click()
  await expectClean(page, 'the form')
  await dialog.getByLabel('Contraseña').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByText('Sesión cerrada en ese dispositivo')).toBeVisible()
  await expect(dialog.getByText('Otros')).toHaveCount(0)

  await lost.goto(`${url}/app/calificaciones`)
  await expect(lost).toHaveURL(`${url}/login`)
  await expect(lost.getByText('Tu sesión terminó. Ingresa de nuevo para continuar.')).toBeVisible()
  expect(await lost.evaluate(() => localStorage.length)).toBe(0)
  await other.close()
})

test('a parent adds a passkey and signs in with it', async ({ page, context }) => {
  await addAuthenticator(context, page)
  await signIn(page)
  await (await openDevices(page)).getByRole('button', { name: /^Llaves de acceso/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Llaves de acceso' })
  await dialog.getByLabel('Nombre de la llave nueva').fill('Mi computador')
  await dialog.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  await dialog.getByLabel('Contraseña').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Llave de acceso agregada')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('Aún sin usar')
  for (const variant of screenVariants) {
    await setTheme(page, variant)
    await expectClean(page, variant.name)
  }
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  // The virtual device answers at once what a person answers by choosing the passkey in the field.
  const signedIn = page.waitForResponse((response) => response.url().endsWith(`${API}/auth/passkeys/sign_in`))
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  expect((await signedIn).status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Carolina' })).toBeVisible()
  await (await openDevices(page)).getByRole('button', { name: /^Llaves de acceso/ }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Último uso: hoy')
})
