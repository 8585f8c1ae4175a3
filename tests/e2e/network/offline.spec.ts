import type { Page } from '@playwright/test'
import { test, waitForWorker } from '../support/network/networkTest.ts'
import { CAROLINA, expect, fillLogin, responseOf } from '../support/support.ts'

test.use({ serviceWorkers: 'allow' })

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'El colegio no responde' })
const NOTICE_TEXTS = ['El colegio no responde', 'Reintentar']

/**
 * Matches the initials that replace a photo without the server, because browsers revalidate a photo before each use.
 */
const INITIALS_PATTERN = /^\p{Lu}{1,2}$/u

/**
 * Returns the lines of the page's text, without the notices about the connection, and without the marks of unread news,
 * because the first visit marks the news as read.
 */
async function contentOf(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText()
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.filter(
    (line) =>
      !NOTICE_TEXTS.includes(line) &&
      line !== 'Nuevo' &&
      !/^(Actualizado|Datos guardados) hace/.test(line) &&
      !INITIALS_PATTERN.test(line.trim()),
  )
}

/** Waits until the page has loaded all its data. */
async function waitForData(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Cargando')).toHaveCount(0)
}

/** Opens each page with the server and then again without it, and compares their texts. */
async function expectSameWithoutServer(page: Page, line: { refuse: () => Promise<void> }, paths: string[]) {
  const contents = new Map<string, string[]>()
  for (const path of paths) {
    await page.goto(path)
    await waitForData(page)
    contents.set(path, await contentOf(page))
  }
  await line.refuse()
  for (const path of paths) {
    await page.goto(path)
    await expect(notice(page)).toContainText('Datos guardados hace')
    await expect.poll(() => contentOf(page), path).toEqual(contents.get(path))
  }
}

test('with the server stopped, visited pages open after a cold start', { tag: '@short' }, async ({
  page,
  enterWithCachedApp,
  line,
}) => {
  await enterWithCachedApp('/app/inicio')
  await expectSameWithoutServer(page, line, ['/app/inicio', '/app/observaciones', '/app/agenda'])
})

test('with the server stopped, each tab of the grades and a visited subject open', async ({
  page,
  enter,
  line,
}) => {
  await enter('/app/calificaciones')
  await waitForData(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  const subject = await dialog.innerText()
  await waitForWorker(page)
  await line.refuse()
  await page.reload()
  await expect(notice(page)).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toBeVisible() // the page's address names the subject
  expect(
    NOTICE_TEXTS.reduce((text, notice) => text.replace(`${notice}\n`, ''), await dialog.innerText()),
  ).toContain(subject.split('\n').at(-1))
  await page.keyboard.press('Escape')
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await expect(page.getByRole('tabpanel').locator('li, td').first()).toBeVisible()
  }
})

test('with the server stopped, the grades of a subject open that was never visited', async ({
  page,
  enter,
  line,
}) => {
  await enter('/app/calificaciones')
  await waitForData(page)
  await waitForWorker(page)
  const [period] = await responseOf(page, 'getSubPeriods', { student_id: 1 })
  if (!period) throw new Error('The demo has two semesters')
  const query = { student_id: 1, establishment_sub_period_id: period.id }
  const { averages } = await responseOf(page, 'getPeriodQualifications', query)
  const { subjects } = await responseOf(page, 'getPeriodMarks', query)
  await line.refuse()
  await page.reload()
  for (const [place, { subject, id }] of averages.entries()) {
    await page.getByRole('tabpanel').getByRole('listitem').getByRole('button').nth(place).click()
    const dialog = page.getByRole('dialog', { name: subject })
    const marks = subjects.find((subject) => subject.id === id)?.qualifications ?? []
    await expect(dialog.getByRole('listitem')).toHaveCount(marks.length)
    for (const [index, { name }] of marks.entries())
      await expect(dialog.getByRole('listitem').nth(index)).toContainText(name)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('a page that was never visited shows why it is empty, and loads once the server is back', async ({
  page,
  enter,
  line,
}) => {
  await enter('/app/inicio')
  await waitForData(page)
  await waitForWorker(page)
  await line.refuse()
  await page.goto('/app/companeros')
  await expect(notice(page)).toBeVisible()
  await expect(notice(page)).toContainText('No hay datos guardados de Martina en este dispositivo')
  await expect(page.getByText('Sin Elementos.')).toBeVisible()
  await line.restore()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('a sign-in without the server fails, keeps the typed text, and works once the server is back', async ({
  page,
  line,
}) => {
  await page.goto('/login')
  await waitForWorker(page)
  await line.refuse()
  await fillLogin(page, CAROLINA)
  await expect(page.getByRole('alert')).toHaveText('Error en el servicio')
  await expect(page.getByText('Necesitas conexión a internet. Lo que escribiste sigue aquí.')).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(CAROLINA)
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('demo1234')
  await line.restore()
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/\/app\/inicio$/)
})
