import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { expectClean } from '../support/axe.ts'
import { mailsTo } from '../support/mailServer.ts'
import { makeDataDir, removeDataDir, runCommand, runServer } from '../support/runServer.ts'
import { desktop, expect, fillLogin, phone, test } from '../support/support.ts'

const schoolFolder = join(import.meta.dirname, '../../../packages/importer/fixtures/colegio')
const RBD = '90003-6'
const ANDREA = 'andrea.huenchul@example.com'
const OWN_PASSWORD = 'lluvia de abril 2026'

/** Writes the school's sheets with two more observations and a late arrival of Emilia. @returns their folder */
function writeSheetsWithNews(): string {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-e2e-news-'))
  cpSync(schoolFolder, folder, { recursive: true })
  const add = (sheet: string, ...rows: string[]) =>
    appendFileSync(join(folder, `${sheet}.csv`), rows.map((row) => `${row}\n`).join(''))
  add(
    'observaciones',
    '40288001;11-05-2026;positiva;Respeto;Ayuda a sus compañeros.;43101001;LEN;si;',
    '40288001;12-05-2026;positiva;Autonomía;Ordena la sala sin que se lo pidan.;43101001;LEN;si;',
  )
  add('atrasos', '40288001;13-05-2026 08:21;registrado;Sin justificativo.')
  return folder
}

async function signInFirstTime(page: Page, sender: string): Promise<void> {
  const mails = () => mailsTo(ANDREA).filter(({ from }) => from.includes(sender))
  await expect.poll(() => mails().length).toBe(1)
  const [, oneTime = ''] = /^([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5})$/m.exec(mails()[0]?.text ?? '') ?? []
  await page.goto('/login')
  await fillLogin(page, ANDREA, oneTime)
  const dialog = page.getByRole('dialog', { name: 'Cambio de Contraseña Requerido' })
  await dialog.getByLabel('Contraseña actual').fill(oneTime)
  await dialog.getByLabel('Nueva contraseña', { exact: true }).fill(OWN_PASSWORD)
  await dialog.getByLabel('Confirmar contraseña').fill(OWN_PASSWORD)
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(dialog).toBeHidden()
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })
const menuLink = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })

async function openDevice(browser: Browser, baseURL: string, viewport: typeof phone): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport, serviceWorkers: 'block' })
  return context.newPage()
}

test('a page marks what is new, and what it showed is read on every device', async ({ browser }) => {
  const dataDir = makeDataDir()
  const sender = `${basename(dataDir)}@example.com`
  const environment = { DATA_DIR: dataDir, SMTP_URL: process.env.E2E_SMTP_URL as string, MAIL_FROM: sender }
  const changed = writeSheetsWithNews()
  await runCommand('import', [schoolFolder, '--apply'], environment)
  const server = await runServer(environment)
  const [page, other] = [
    await openDevice(browser, server.url, desktop),
    await openDevice(browser, server.url, phone),
  ]
  try {
    await signInFirstTime(page, sender)
    await runCommand('admin', ['news', 'set', RBD, 'observaciones', 'ahora'], environment)
    await runCommand('import', [changed, '--apply'], environment)

    await page.goto('/app/companeros')
    await expect(page.getByRole('button', { name: 'Novedades, 3 sin leer' })).toBeVisible()
    await expect(menuLink(page, 'Asistencia, 1 nueva')).toBeVisible()
    await expect(menuLink(page, 'Agenda')).toBeVisible()
    await menuLink(page, 'Observaciones, 2 nuevas').click()
    const rows = page.getByRole('main').getByRole('button', { name: /Nuevo/ })
    await expect(rows).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Novedades, 1 sin leer' })).toBeVisible()
    await expect(menuLink(page, 'Observaciones')).toBeVisible()
    await expect(rows).toHaveCount(2)
    await expectClean(page, 'observaciones')

    await other.goto('/login')
    await fillLogin(other, ANDREA, OWN_PASSWORD)
    await expect(other.getByRole('button', { name: 'Novedades, 1 sin leer' })).toBeVisible()
    await other.getByRole('button', { name: 'Menú' }).click()
    await expect(menuLink(other, 'Observaciones')).toBeVisible()
    await expectClean(other, 'menú')
    await menuLink(other, 'Asistencia, 1 nueva').click()
    await expect(other.getByRole('main').getByRole('button', { name: /13-05-2026.*Nuevo/ })).toBeVisible()

    await page.reload()
    await expect(page.getByRole('button', { name: 'Novedades', exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: /Respeto/ })).toBeVisible()
    await expect(rows).toHaveCount(0)
  } finally {
    await page.context().close()
    await other.context().close()
    await server.stop()
    removeDataDir(dataDir)
    rmSync(changed, { recursive: true })
  }
})
