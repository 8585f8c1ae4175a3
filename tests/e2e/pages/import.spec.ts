import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { mailsTo } from '../support/mailServer.ts'
import { makeDataDir, removeDataDir, runCommand, runServer } from '../support/runServer.ts'
import { expect, factsOf, fillLogin, test } from '../support/support.ts'

const schoolFolder = join(import.meta.dirname, '../../../packages/importer/fixtures/colegio')
const OWN_PASSWORD = 'lluvia de abril 2026'
/** The mother of Emilia and godmother of Martina. */
const ANDREA = 'andrea.huenchul@example.com'

/**
 * Returns the one-time password in the mail to Andrea, where it is alone on a line. `sender` is the sender's address,
 * which differs between the servers of the tests.
 */
async function passwordMailedBy(sender: string): Promise<string> {
  const mails = () => mailsTo(ANDREA).filter(({ from }) => from.includes(sender))
  await expect.poll(() => mails().length).toBe(1)
  const [, password] = /^([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5})$/m.exec(mails()[0]?.text ?? '') ?? []
  return password ?? ''
}

async function chooseOwnPassword(page: Page, oneTime: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Cambio de Contraseña Requerido' })
  await dialog.getByLabel('Contraseña actual').fill(oneTime)
  await dialog.getByLabel('Nueva contraseña', { exact: true }).fill(OWN_PASSWORD)
  await dialog.getByLabel('Confirmar contraseña').fill(OWN_PASSWORD)
  await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(dialog).toBeHidden()
}

/** Opens a page by the menu, as a parent does. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

const dialog = (page: Page) => page.getByRole('dialog')

test('a guardian of an imported school signs in and finds the values on every page', async ({ browser }) => {
  const dataDir = makeDataDir()
  const sender = `${basename(dataDir)}@example.com`
  const environment = {
    DATA_DIR: dataDir,
    SMTP_URL: process.env.E2E_SMTP_URL as string,
    MAIL_FROM: sender,
    PUBLIC_URL: 'http://localhost:3000', // without it, nobody is invited
  }
  const output = await runCommand('import', [schoolFolder, '--apply'], environment)
  expect(output).toContain('6 apoderados que aún no entran')
  const server = await runServer(environment)
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  try {
    await page.clock.setFixedTime('2026-04-21T12:00:00-04:00') // A day with events in the sheets.
    await page.goto('/login')
    const oneTime = await passwordMailedBy(sender)
    await fillLogin(page, ANDREA, oneTime)
    await chooseOwnPassword(page, oneTime)
    await expectEveryPage(page)
  } finally {
    await context.close()
    await server.stop()
    removeDataDir(dataDir)
  }
})

async function expectEveryPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Andrea' })).toBeVisible()
  const facts = await factsOf(page.getByRole('main'))
  expect(facts).toEqual(
    expect.arrayContaining([
      'RUT: 40.288.001-5',
      'Nombre completo: Emilia Rayén Muñoz Huenchul',
      'Género: Femenino',
      'Fecha de nacimiento: 17-05-2015',
      'Curso: 5° Básico A',
      'Año: 2026',
      'RBD: 90003-6',
      'Establecimiento: Colegio Los Aromos de La Florida',
      'Tipo de apoderado: Madre',
      'Apoderado económico: Sí',
    ]),
  )

  await goTo(page, 'Agenda')
  await expect(page.getByRole('button', { name: 'martes 21 de abril de 2026, 2 eventos' })).toBeVisible()
  const events = page.getByRole('region', { name: /^Eventos del día/ })
  await expect(events.getByRole('button', { name: /Reunión de apoderados/ })).toBeVisible()
  await events.getByRole('button', { name: /Entrega de informe/ }).click()
  await expect(dialog(page)).toContainText('Informe de laboratorio: circuitos eléctricos. Se adjunta pauta.')
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Descargar documento adjunto' }).click()
  expect((await download).suggestedFilename()).toBe('pauta-laboratorio.pdf')

  await goTo(page, 'Horario')
  await expect(page.getByRole('main')).toContainText('Lenguaje y Comunicación')
  await expect(page.getByRole('main')).toContainText('08:00–09:30')

  await goTo(page, 'Calificaciones')
  await page.getByRole('tab', { name: '1° Semestre' }).click()
  const maths = page.getByRole('main').getByRole('button', { name: /^Matemática/ })
  await expect(maths).toContainText('5,7')
  const religion = page.getByRole('main').getByRole('button', { name: /^Religión/ })
  await expect(religion).toContainText('B')
  await maths.click()
  await expect(dialog(page)).toContainText('Prueba Unidad 2')
  await expect(dialog(page)).toContainText('6,0')

  await goTo(page, 'Observaciones')
  for (const description of ['Responsabilidad', 'Sin materiales', 'Justificativo'])
    await expect(page.getByRole('main')).toContainText(description)
  await page
    .getByRole('main')
    .getByRole('button', { name: /Justificativo/ })
    .click()
  await expect(dialog(page)).toContainText('Inspectoría')

  await goTo(page, 'Asistencia')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^06-05-2026/ })
    .click()
  expect(await factsOf(dialog(page))).toEqual([
    'Fecha y hora: 06-05-2026 08:17',
    'Estado: Justificado',
    'Observación: Control médico, presenta certificado.',
  ])

  await goTo(page, 'Compañeros')
  const classmate = page.getByRole('main').getByRole('button', { name: /Ñancupil/ })
  await expect(classmate).toContainText('N° 2')
  await classmate.click()
  await expect(dialog(page)).toContainText('Claudia Araya Cortés')
  const call = dialog(page).getByRole('link', { name: 'Llamar a Claudia Araya Cortés' })
  await expect(call).toHaveAttribute('href', 'tel:+56900002003')
  await expect(dialog(page).locator('a[href^="mailto:"]')).toHaveCount(0)
}
