import { readFile } from 'node:fs/promises'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import type { Page } from '@playwright/test'
import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import { CAROLINA, expect, test } from '../support/support.ts'
import { signInStaff } from './staff.ts'

async function expectCleanInThemes(page: Page, where: string, isOffice = false): Promise<void> {
  for (const variant of screenVariants) {
    if (isOffice && variant.viewport.width < 768) continue
    const viewport = isOffice ? { width: 1366, height: 768 } : variant.viewport
    await setTheme(page, { ...variant, viewport })
    await expectClean(page, `${where}, ${variant.name}`)
  }
}

test('a certificate is turned on, downloaded by a parent, checked by anybody, and revoked', async ({
  browser,
  page,
  enter,
}) => {
  const office = await (await browser.newContext()).newPage()
  await office.setViewportSize({ width: 1366, height: 768 })
  await signInStaff(office, 'direccion@example.com')
  await office.getByRole('link', { name: 'Ajustes' }).click()
  await office.getByRole('switch', { name: 'Certificado de notas' }).click()
  await expect(office.getByText('Guardado').first()).toBeVisible()
  await office.getByLabel('Quién firma').fill('Gloria Venegas Riffo')
  await office.getByLabel('Cargo').fill('Directora')
  await office
    .locator('form', { has: office.getByLabel('Cargo') })
    .getByRole('button', { name: 'Guardar' })
    .click()
  await expect(office.getByText('Guardado').first()).toBeVisible()

  await enter('/app/reportes', CAROLINA)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar Certificado de notas' }).click(),
  ])
  await expect(page.getByText('¡Tu reporte ha sido descargado!')).toBeVisible()
  const path = await download.path()
  expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-')

  await office.getByRole('link', { name: 'Documentos' }).click()
  const row = office.getByRole('row').filter({ hasText: 'Informe de notas' }).first()
  await row.getByRole('button').click()
  const panel = office.getByRole('region', { name: 'Documento elegido' })
  await expect(panel.getByText(/^Lo pidió /)).toBeVisible()
  await expectCleanInThemes(office, 'the documents', true)
  const folio = await panel.getByRole('heading').first().innerText()

  const origin = new URL(page.url()).origin
  const stranger = await browser.newContext({ javaScriptEnabled: false })
  const paper = await stranger.newPage()
  await paper.goto(`${origin}${BASE_PATH}/folio`)
  await paper.getByLabel('Folio del documento').fill(folio.toLowerCase())
  await paper.getByRole('button', { name: 'Verificar' }).click()
  await expect(paper.getByRole('heading', { level: 1, name: 'Documento vigente' })).toBeVisible()
  await expect(paper.getByText('¿Tienes el archivo PDF?')).toBeHidden()
  expect(await stranger.cookies()).toEqual([])
  await stranger.close()

  const check = await (await browser.newContext()).newPage()
  await check.goto(`${origin}${BASE_PATH}/folio/${folio}`)
  await expectCleanInThemes(check, 'the check of a folio')
  await check.getByLabel('Elegir o soltar el PDF').setInputFiles(path)
  await expect(check.getByText('Es el mismo archivo que emitió el colegio.')).toBeVisible()
  await check.getByLabel('Elegir o soltar el PDF').setInputFiles({
    name: 'otro.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expect(check.getByText('No es el archivo que emitió el colegio.')).toBeVisible()

  await panel.getByRole('button', { name: 'Revocar' }).click()
  await office.getByLabel('Motivo').fill('Datos equivocados')
  await office.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click()
  await expect(panel.getByText('Revocado', { exact: true }).first()).toBeVisible()
  await check.reload()
  await expect(check.getByRole('heading', { level: 1, name: 'Documento revocado' })).toBeVisible()
  await expectCleanInThemes(check, 'a revoked document')
  await check.goto(`${origin}${BASE_PATH}/folio/0000-0000-0000-0000`)
  await expect(check.getByRole('heading', { level: 1, name: /^No existe un documento/ })).toBeVisible()
  await expectCleanInThemes(check, 'an unknown folio')
})
