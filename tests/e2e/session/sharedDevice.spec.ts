import type { Page } from '@playwright/test'
import { dumpStorage, findTexts, textsOf } from '../support/dumpStorage.ts'
import { test } from '../support/network/networkTest.ts'
import { API, CAROLINA, DANIELA, expect, responseOf } from '../support/support.ts'

test.use({ serviceWorkers: 'allow' })

/** Returns the keys of the cached responses: the parent's id, the student's id, the name of the call and the request. */
const cachedResponseKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<[number, number, string, string][]>((resolve, reject) => {
        const opening = indexedDB.open('apoderados')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const request = opening.result.transaction('answers').objectStore('answers').getAllKeys()
          request.onsuccess = () => resolve(request.result as [number, number, string, string][])
        }
      }),
  )

async function openPages(page: Page, ...paths: string[]): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const path of paths) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
}

const readStoredStudents = async (page: Page) =>
  [...new Set((await cachedResponseKeys(page)).map(([, student_id]) => student_id))].sort()

test('a sign-out with the server down leaves no response on the device', async ({
  page,
  enterWithCachedApp,
  line,
}) => {
  await enterWithCachedApp('/app/inicio')
  await openPages(page, '/app/observaciones', '/app/configuraciones')
  expect((await cachedResponseKeys(page)).length).toBeGreaterThan(3)
  const profile = await responseOf(page, 'getProfile', {})
  await line.refuse()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => cachedResponseKeys(page)).toEqual([])
  const storage = await dumpStorage(page)
  expect(storage).toMatchObject({ sessionStorage: '{}', history: 'null' })
  expect(storage.localStorage).toBe('{}')
  expect(findTexts([CAROLINA, ...profile.students.map(({ name }) => name)], storage)).toEqual([])
})

test('another parent on the same device finds no data of the previous one', async ({ page, enter, line }) => {
  await enter('/app/inicio')
  await openPages(page, '/app/observaciones', '/app/companeros')
  const [profile, observations] = await Promise.all([
    responseOf(page, 'getProfile', {}),
    responseOf(page, 'getObservations', { student_id: 1 }),
  ])
  const canaries = [
    CAROLINA,
    ...profile.students.map(({ name }) => name),
    ...Object.values(observations.observations).flatMap((list) => list.map((entry) => entry.observation)),
  ]
  expect(findTexts(canaries, await dumpStorage(page)).length).toBeGreaterThan(3)

  await enter('/app/inicio', DANIELA) // There is no sign-out in between.
  await openPages(page, '/app/observaciones', '/app/companeros')
  const ownTexts = textsOf([
    await responseOf(page, 'getProfile', {}),
    ...(await Promise.all(
      (
        await readStoredStudents(page)
      )
        .filter((id) => id > 0)
        .flatMap((student_id) => [
          responseOf(page, 'getObservations', { student_id }),
          responseOf(page, 'getClassmates', { student_id }),
        ]),
    )),
  ])
  const foreign = canaries.filter((text) => !ownTexts.some((ownText) => ownText.includes(text)))
  expect(foreign).toContain(CAROLINA)
  expect(findTexts(foreign, await dumpStorage(page))).toEqual([])
  await line.refuse()
  await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Inicio' }).click()
  expect(findTexts(foreign, await dumpStorage(page))).toEqual([])
})

test.describe('a student who is no longer linked to the parent', () => {
  test.use({ serviceWorkers: 'block' }) // A service worker would hide the profile request, which the test answers.

  test('is deleted from the device with the next profile', async ({ page, enter }) => {
    await enter('/app/inicio')
    await openPages(page, '/app/observaciones')
    expect(await readStoredStudents(page)).toEqual([0, 1])
    const profile = await responseOf(page, 'getProfile', {})
    const students = profile.students.filter(({ id }) => id !== 1)
    await page.route(`**${API}/auth/profile`, (route) => route.fulfill({ json: { ...profile, students } }))
    await page.reload()
    await expect(page.getByRole('banner')).not.toContainText('Martina')
    await expect.poll(() => readStoredStudents(page)).not.toContain(1)
  })

  test('the sign-out in another tab also deletes what this one was writing', async ({
    page,
    context,
    enter,
  }) => {
    await enter('/app/inicio')
    const otherTab = await context.newPage()
    await openPages(otherTab, '/app/configuraciones')
    await otherTab.getByRole('button', { name: 'Cerrar sesión' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => cachedResponseKeys(page)).toEqual([])
  })
})
