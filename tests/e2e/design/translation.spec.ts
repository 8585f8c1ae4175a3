import type { Page } from '@playwright/test'
import { CAROLINA, dataPages, desktop, expect, fillLogin, openPage, phone, test } from '../support/support.ts'

/**
 * Does to each text what the translation of Chrome does: replaces its node by a new one in two `<font>` elements. It
 * follows later changes of the page too.
 */
function translatePage() {
  const translate = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) found.push(node as Text)
    for (const text of found) {
      const parent = text.parentElement
      if (!parent || !text.data.trim() || parent.closest('font, script, style, svg, textarea')) continue
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  const start = () => {
    translate(document.body)
    new MutationObserver(() => translate(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  }
  addEventListener('DOMContentLoaded', () => document.body && start())
}

const noFailure = (page: Page, step: string) =>
  expect(page.getByText('No se pudo abrir la página'), step).toHaveCount(0)

test.beforeEach(async ({ page, expectedErrors }) => {
  expectedErrors.push(/error #418/) // React renders a form anew that was translated before its code had loaded
  await page.addInitScript(translatePage)
})

test('a translated sign-in fails, is busy and succeeds', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByText('La contraseña es requerida')).toBeVisible()
  await fillLogin(page, CAROLINA, 'otra')
  await expect(page.getByRole('alert')).toContainText('Credenciales inválidas')
  await fillLogin(page, CAROLINA)
  await expect(page).toHaveURL(/\/app\/inicio$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Carolina')
})

for (const [size, viewport] of Object.entries({ phone, desktop }))
  test.describe(`translated, on a ${size}`, () => {
    test.use({ viewport })

    test('every page, tab, day and detail opens, closes and follows the child', async ({ page, enter }) => {
      await enter('/app/inicio')
      for (const path of [...dataPages, '/app/configuraciones']) {
        await openPage(page, path)
        await noFailure(page, path)
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click()
          await noFailure(page, `${path} ${await tab.textContent()}`)
        }
        if (path === '/app/agenda') await walkMonth(page)
        const tabs = page.getByRole('tab')
        if (await tabs.count()) await tabs.first().click()
        await openDetails(page, path)
      }
      await openPage(page, '/app/calificaciones')
      await page.getByRole('banner').locator('.student-place').getByRole('button').click()
      await page.getByRole('dialog').getByRole('button', { name: /Tomás/ }).click()
      await expect(page.getByRole('banner')).toContainText('Tomás')
      await noFailure(page, 'another child')
      await page.getByRole('button', { name: 'Actualizar' }).click()
      await page.getByRole('button', { name: /^Novedades/ }).click()
      await expect(page.getByRole('dialog', { name: 'Novedades' })).toBeVisible()
      await noFailure(page, 'the bell')
    })
  })

/** Chooses days with and without events. Each must be named by the heading of its events. */
async function walkMonth(page: Page) {
  await page.getByRole('button', { name: 'Mes anterior' }).click()
  await page.getByRole('button', { name: 'Mes anterior' }).click()
  for (const day of ['1 de', '2 de', '3 de', '15 de', '16 de', '17 de']) {
    await page.getByRole('button', { name: new RegExp(` ${day}`) }).click()
    await expect(page.getByRole('region', { name: 'Eventos del día' }).getByRole('heading')).toContainText(
      ` ${day} `,
    )
    await noFailure(page, day)
  }
}

/** Opens the first four details of a page. Each must have the title of its own row. */
async function openDetails(page: Page, path: string) {
  const rows = page.getByRole('main').getByRole('listitem').locator('button[aria-haspopup=dialog]')
  for (const row of (await rows.all()).slice(0, 4)) {
    await row.click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    await noFailure(page, `${path} ${await row.textContent()}`)
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  }
}
