import type { Page } from '@playwright/test'
import { signInStaff } from './office/staff.ts'
import { expectClean } from './support/axe.ts'
import { expect, test } from './support/support.ts'

async function expectCleanInThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectClean(page, `${where}, ${colorScheme}`)
  }
}

const rights = ['Acceso', 'Rectificación', 'Supresión', 'Oposición', 'Portabilidad', 'Bloqueo']

test.use({ viewport: { width: 390, height: 844 } })

test('each right goes from the parent to Dirección and back', async ({ page, enter, browser }) => {
  test.setTimeout(900_000)
  await enter('/app/configuraciones')
  await page.getByRole('button', { name: /^Privacidad/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Privacidad' })
  const phone = sheet.getByRole('switch', { name: 'Mi teléfono' })
  const isShown = await phone.isChecked()
  await phone.click()
  await expect(page.getByText('Guardado. Rige desde ya.')).toBeVisible()
  await expect(phone).toBeChecked({ checked: !isShown })
  await expectCleanInThemes(page, 'Privacidad')

  for (const right of rights) {
    await sheet.getByRole('button', { name: /^Nueva solicitud/ }).click()
    await sheet.getByRole('radio', { name: new RegExp(`^${right}`) }).check()
    await sheet.getByLabel('Cuenta qué pides').fill(`Pido ${right.toLowerCase()}`)
    if (right === 'Acceso') await expectCleanInThemes(page, 'Nueva solicitud')
    await sheet.getByRole('button', { name: 'Enviar solicitud' }).click()
    await expect(sheet.getByText(`${right}: mis datos`)).toBeVisible()
  }

  const office = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const desk = await office.newPage()
  await signInStaff(desk, 'direccion@example.com')
  await expect(desk.getByRole('heading', { name: 'Solicitudes con plazo' })).toBeVisible()
  await desk.keyboard.press('g')
  await desk.keyboard.press('s')
  await expect(desk.getByRole('heading', { level: 1, name: 'Solicitudes' })).toBeVisible()
  for (const right of rights) {
    await desk.getByRole('button', { name: new RegExp(`^${right} · `) }).click()
    await expect(desk.getByText(`Pido ${right.toLowerCase()}`)).toBeVisible()
    if (right === 'Acceso') await expectCleanInThemes(desk, 'Solicitudes')
    await desk.getByRole('radio', { name: 'Acogida', exact: true }).check()
    await desk.getByLabel('Respuesta para la familia').fill(`Sí a ${right.toLowerCase()}`)
    await desk.getByRole('button', { name: 'Responder' }).click()
    await expect(desk.getByRole('button', { name: new RegExp(`^${right} · `) })).toBeHidden()
  }
  await desk.getByText('Vulneraciones').click()
  await expect(desk.getByText('Ninguna vulneración anotada.')).toBeVisible()
  await expectCleanInThemes(desk, 'Vulneraciones')
  await office.close()

  await page.reload() // a dialog that was open is open again
  await expect(sheet.getByText('Cerrada')).toHaveCount(rights.length)
  for (const right of rights) {
    const item = sheet.getByRole('listitem').filter({ hasText: `${right}: mis datos` })
    await item.getByText('Ver la respuesta').click()
    await expect(item.getByText(`Sí a ${right.toLowerCase()}`)).toBeVisible()
  }
})

test('the own data is a file, and a child’s is asked for by who represents the child', async ({
  page,
  enter,
}) => {
  await enter('/app/configuraciones')
  await page.getByRole('button', { name: /^Privacidad/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Privacidad' })
  await sheet.getByRole('button', { name: /^Descargar mis datos/ }).click()
  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Descargar PDF' }).click()
  expect((await saved).suggestedFilename()).toBe('mis-datos.pdf')
  await sheet.getByRole('button', { name: 'Volver a Privacidad' }).click()
  await sheet.getByRole('button', { name: /^Nueva solicitud/ }).click()
  await sheet.getByRole('radio', { name: /^Supresión/ }).check()
  await sheet.getByLabel('De quién son los datos').selectOption({ index: 2 })
  await expect(sheet.getByText(/^Solo un representante legal puede pedir la supresión/)).toBeVisible()
})
