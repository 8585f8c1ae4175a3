/**
 * Takes the README's screenshots of the app, which must already run at the address in the environment variable URL
 * (http://localhost:3000 by default).
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { losslessCompressPng, pngQuantize } from '@napi-rs/image'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../../tests/support/chromium.ts'

const appUrl = process.env.URL ?? 'http://localhost:3000'
const pictureFolder = join(import.meta.dirname, '../../docs/pictures')
const phoneViewport = { width: 390, height: 844 }
const desktopViewport = { width: 1280, height: 800 }

/** Saves a screenshot with a palette, which suffices for the flat colours of the screens and halves the file's size. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0) // the pointer hovers over no element
  await page.evaluate(() => document.fonts.ready)
  const picture = await pngQuantize(await page.screenshot())
  await writeFile(join(pictureFolder, `${name}.png`), await losslessCompressPng(picture))
}

async function takeScreenshot(
  browser: Browser,
  name: string,
  viewport: typeof phoneViewport,
  colorScheme: 'light' | 'dark',
) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    deviceScaleFactor: 1.5,
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
  })
  const page = await context.newPage()
  await page.goto(`${appUrl}/login`)
  await page.evaluate(() => document.fonts.load('700 16px Figtree'))
  await page.reload() // on the second visit, the font is cached
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (!name.startsWith('login')) {
    await page.getByLabel('Correo electrónico').fill('apoderada@example.com')
    await page.getByLabel('Contraseña', { exact: true }).fill('demo1234')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByRole('link', { name: /^Asistencia \d/ }).waitFor()
    await page.getByRole('button', { name: /^Novedades/ }).waitFor()
    await page.waitForFunction(() => !document.querySelector('.skeleton'))
  }
  await saveScreenshot(page, name)
  await context.close()
}

const browser = await chromium.launch(chromiumOptions())
await takeScreenshot(browser, 'login-phone', phoneViewport, 'light')
await takeScreenshot(browser, 'inicio-phone', phoneViewport, 'light')
await takeScreenshot(browser, 'inicio-phone-dark', phoneViewport, 'dark')
await takeScreenshot(browser, 'inicio-desktop', desktopViewport, 'light')
await browser.close()
