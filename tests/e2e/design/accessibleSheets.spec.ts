import { todayInChile } from '@apoderados/contract/values/days'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import { expectClean, screenVariants, setTheme } from '../support/axe.ts'
import { API, expect, openPage, test } from '../support/support.ts'

const CHRISTMAS = `${schoolYear(todayInChile(new Date()))}-12-25`

for (const variant of screenVariants) {
  test(`help, notifications, news and failed facts are clean at ${variant.name}`, async ({ page, enter }) => {
    const dialog = (name: string) => page.getByRole('dialog', { name })
    await setTheme(page, variant)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Ayuda y contacto' }).click()
    await expect(dialog('Ayuda y contacto').getByRole('heading', { level: 3 })).toHaveCount(6)
    await expectClean(page, `help before signing in ${variant.name}`)
    await enter('/app/configuraciones')
    await page.getByRole('button', { name: 'Ayuda y contacto' }).click()
    await expect(dialog('Ayuda y contacto').getByRole('link')).toHaveCount(2)
    await expectClean(page, `help ${variant.name}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notificaciones/ }).click()
    await dialog('Notificaciones').getByRole('switch', { name: 'Mostrar detalle' }).click()
    await dialog('Notificaciones').getByLabel('Hasta').fill('21:00')
    await expect(dialog('Notificaciones').getByText('Las dos horas son iguales')).toBeVisible()
    await expectClean(page, `notifications ${variant.name}`)

    await page.route(`**${API}/students/overview*`, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/app/asistencia')
    await page.getByRole('button', { name: /^Novedades/ }).click()
    await expect(dialog('Novedades').getByRole('listitem').first()).toBeVisible()
    await expectClean(page, `news ${variant.name}`)
    await page.keyboard.press('Escape')
    await page.locator('.student-place').getByRole('button').click()
    await expect(dialog('Seleccionar estudiante').getByText('No se pudo cargar')).toBeVisible()
    await expectClean(page, `failed student choice ${variant.name}`)
    await page.getByRole('dialog').getByRole('button', { name: /Tomás/ }).click()
    await expect(page.getByText('Bajo el mínimo de 85%', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Día por día' }).locator('ol').first()).toBeVisible()
    await expectClean(page, `a low attendance ${variant.name}`)
  })

  test(`the subscription of a calendar is clean at ${variant.name}`, async ({ page, enter }) => {
    await setTheme(page, variant)
    await enter('/app/agenda')
    await page.getByRole('button', { name: 'Suscribir mi calendario' }).click()
    const sheet = page.getByRole('dialog', { name: 'Suscribir mi calendario' })
    await sheet.getByRole('button', { name: /^Crear (otra )?dirección$/ }).click()
    const confirmation = sheet.getByRole('button', { name: 'Sí, crear otra' })
    const address = sheet.getByRole('link', { name: 'Abrir en mi calendario' })
    await expect(confirmation.or(address)).toBeVisible()
    if (await confirmation.isVisible()) await confirmation.click()
    await expect(address).toBeFocused()
    await expectClean(page, `subscription ${variant.name}`)
    await sheet.getByRole('button', { name: 'Anular dirección' }).click()
    await expectClean(page, `confirmation of the subscription’s end ${variant.name}`)
    await sheet.getByRole('button', { name: 'Sí, anular dirección' }).click()
    await expect(sheet.getByRole('button', { name: 'Crear dirección' })).toBeVisible()
    await expectClean(page, `no subscription ${variant.name}`)
  })

  test(`days off are clean at ${variant.name}`, async ({ page, enter }) => {
    await setTheme(page, variant)
    await enter('/app/reportes')
    await page.clock.setFixedTime(`${CHRISTMAS}T10:00:00-03:00`)
    for (const path of ['/app/inicio', '/app/horario', '/app/agenda']) {
      await openPage(page, path)
      const reasons = page.getByRole('main').getByText(/feriado: Navidad/i)
      await expect(reasons.last()).toBeVisible()
      await expectClean(page, `a day off on ${path} ${variant.name}`)
    }
  })
}
