import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CAROLINA, expect, test } from '../support/support.ts'
import { signInStaff } from './staff.ts'

const PICTURES = join(import.meta.dirname, '../../../docs/pictures/office')

/** Writes a picture for docs/office.md if E2E_PICTURES is set. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env.E2E_PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

/** What a browser says when somebody returns to the page. */
const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})
const LINKS =
  'run_alumno;doc_apoderado;parentesco;detalle_otro;calidad;apoderado_economico;acceso;motivo_sin_acceso'
const delivery = [
  csv(
    'evaluaciones.csv',
    'codigo;curso;asignatura;periodo;nombre;descripcion;fecha;ponderacion',
    'MAT-9;5° Básico A;Matemática;2° Semestre;Control de fracciones;;;',
  ),
  csv('notas.csv', 'evaluacion;run_alumno;nota;concepto', 'MAT-9;40100001;05-abr;', 'MAT-9;40318926;9,9;'),
  csv('vinculos.csv', LINKS, '40100001;41002468;mamita;;titular;si;si;'),
]

test('a secretary corrects a delivery, saves it and takes it back, and the open app of a parent follows', async ({
  page,
  enter,
  browser,
}) => {
  test.setTimeout(600_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await enter('/app/companeros', CAROLINA)
  await page.waitForLoadState('networkidle')
  const unread = async () =>
    Number(
      (await page.getByRole('button', { name: /^Novedades, / }).getAttribute('aria-label'))?.match(
        /\d+/,
      )?.[0],
    )
  const before = await unread()

  const desk = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
  await signInStaff(desk, 'secretaria@example.com')
  await desk.getByRole('link', { name: 'Carga de datos' }).click()
  await desk.getByLabel('Archivos de la entrega').setInputFiles(delivery)
  await desk.getByRole('button', { name: 'Revisar los archivos' }).click()
  await expect(desk.getByText('3 errores')).toBeVisible()

  await desk.getByRole('button', { name: /^es una fecha/ }).click()
  await expect(desk.getByLabel('Valor correcto de la fila 2')).toHaveValue('5,4')
  await picture(desk, 'carga-problemas')
  await desk.getByRole('button', { name: 'Corregir y seguir' }).click()
  await expect(desk.getByRole('heading', { name: 'Corrija también su planilla: 1 celda' })).toBeVisible()
  await desk
    .getByRole('button', { name: /1 fila · notas\.csv$/ })
    .last()
    .click()
  await desk.getByLabel('Valor correcto de la fila 3').fill('6,1')
  await desk.getByRole('button', { name: 'Corregir y seguir' }).click()
  await expect(desk.getByRole('heading', { name: 'Corrija también su planilla: 2 celdas' })).toBeVisible()
  await desk.getByRole('button', { name: 'Entregar de nuevo' }).click()
  await desk
    .getByLabel('Archivos de la entrega')
    .setInputFiles(csv('vinculos.csv', LINKS, '40100001;41002468;madre;;titular;si;si;'))
  await desk.getByRole('button', { name: 'Revisar los archivos' }).click()

  const save = desk.getByRole('button', { name: 'Guardar los cambios' })
  await expect(save).toBeDisabled()
  await desk.getByLabel('No, la lista venía incompleta: se quedan').check()
  await expect(desk.getByText(/^Se avisará a \d+ familias?$/)).toBeVisible()
  await picture(desk, 'carga-revision')
  await save.click()
  await expect(desk.getByRole('heading', { name: 'Los datos quedaron guardados' })).toBeVisible()
  await picture(desk, 'carga-resultado')

  await expect(async () => {
    await comeBack(page)
    expect(await unread()).toBeGreaterThan(before)
  }).toPass({ intervals: [3_000], timeout: 150_000 })
  await page.getByRole('link', { name: /^Notas/ }).click()
  await page.getByRole('tab', { name: /^2° Semestre/ }).click()
  await page.getByRole('button', { name: /^Matemática/ }).click()
  const subject = page.getByRole('dialog', { name: 'Matemática' })
  const mark = subject.getByRole('listitem').filter({ hasText: 'Control de fracciones' })
  await expect(mark).toContainText('5,4')
  await picture(page, 'carga-telefono')

  await desk.getByRole('button', { name: 'Deshacer esta carga' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(desk.getByRole('heading', { name: /^Deshecha/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page.getByRole('button', { name: /^Matemática/ }).click()
  await expect(mark).toHaveCount(0)
  await page.keyboard.press('Escape')
  await comeBack(page)
  await page.getByRole('button', { name: /^Novedades, / }).click()
  const news = page.getByRole('dialog', { name: 'Novedades' })
  // News are requested again once they are a minute old.
  await expect(async () => {
    await comeBack(page)
    await expect(news.getByText(/se retiró la nota 5,4/)).toBeVisible({ timeout: 2_000 })
  }).toPass({ intervals: [3_000], timeout: 150_000 })
  await picture(page, 'carga-telefono-correccion')
})
