import type { Page, Route } from '@playwright/test'
import { API, chooseStudent, desktop, expect, phone, TOMAS, test } from '../support/support.ts'

const MARTINA = 1
const pages = ['agenda', 'horario', 'calificaciones', 'observaciones', 'asistencia', 'companeros', 'inicio']
/** The fields of a response to which the test appends a marker of the student. */
const markedFields = [
  'subject',
  'subject_name',
  'description',
  'title',
  'content',
  'observation',
  'last_name',
]

const studentMarker = (student_id: number | string) => `(de ${student_id})`

/** Appends the student's marker to each text of a response. */
const markTexts = (json: string, student_id: string) =>
  JSON.parse(json, (key, value) =>
    markedFields.includes(key) && typeof value === 'string' ? `${value} ${studentMarker(student_id)}` : value,
  )

/** Returns the promise that a response about the student must wait for; undefined if it is sent at once. */
type ResponseDelay = (student_id: string) => Promise<void> | undefined

async function responseWithMarkers(route: Route, delay: ResponseDelay): Promise<void> {
  const student_id = new URL(route.request().url()).searchParams.get('student_id') ?? ''
  const response = await route.fetch()
  const json = markTexts(await response.text(), student_id)
  await delay(student_id)
  await route.fulfill({ response: response, json }).catch(() => undefined) // aborted by the page
}

const markResponses = (page: Page, delay: ResponseDelay = () => undefined) =>
  page.route(
    (url) => url.pathname.startsWith(API) && url.searchParams.has('student_id'),
    (route) => responseWithMarkers(route, delay),
  )

/** Records each frame in which the student bar names one student and the page shows data of the other student. */
const recordMixedFrames = (page: Page) =>
  page.evaluate(
    ([ofMartina, ofTomas]) => {
      const mixed: string[] = []
      Object.assign(window, { mixed })
      const checkFrame = () => {
        const bar = document.querySelector('header button[aria-haspopup]')?.textContent ?? ''
        const main = document.querySelector('main')?.textContent ?? ''
        const isWrong = bar.includes('Tomás')
          ? main.includes(ofMartina) || main.includes('Martina Antonia')
          : main.includes(ofTomas) || main.includes('Tomás Ignacio')
        if (isWrong) mixed.push(`${bar} | ${main.slice(0, 200)}`)
      }
      new MutationObserver(checkFrame).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
      const frame = () => {
        checkFrame()
        requestAnimationFrame(frame)
      }
      frame()
    },
    [studentMarker(MARTINA), studentMarker(TOMAS)] as const,
  )

const readMixedFrames = (page: Page) => page.evaluate(() => (window as unknown as { mixed: string[] }).mixed)

for (const viewport of [phone, desktop]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport })

    for (const path of viewport === phone ? pages : ['calificaciones']) {
      test(`${path} changes its student at once and never mixes two`, async ({ page, enter }) => {
        await markResponses(page)
        await enter(`/app/${path}`)
        await expect(page.getByRole('banner')).toContainText('Martina')
        await page.waitForLoadState('networkidle')
        await recordMixedFrames(page)
        for (const [name, shownName] of [
          [/Tomás/, 'Tomás'],
          [/Martina/, 'Martina'],
          [/Tomás/, 'Tomás'],
        ] as const) {
          await chooseStudent(page, name)
          await expect(page.getByRole('banner')).toContainText(shownName)
          await expect(page).toHaveURL(new RegExp(`/app/${path}$`))
        }
        await page.waitForLoadState('networkidle')
        expect(await readMixedFrames(page)).toEqual([])
        if (path === 'horario') await page.getByRole('tab', { name: 'Lunes' }).click() // Tomás's Fridays are free
        if (path !== 'asistencia' && path !== 'inicio')
          await expect(page.getByRole('main')).toContainText(studentMarker(TOMAS))
      })
    }
  })
}

for (const path of ['agenda', 'calificaciones', 'companeros']) {
  test(`on ${path} a slow response about the previous student is aborted and never shown`, async ({
    page,
    enter,
  }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await markResponses(page, (student_id) => (student_id === String(MARTINA) ? released : undefined))
    const abortedUrls: string[] = []
    page.on('requestfailed', (request) => abortedUrls.push(request.url()))
    await enter(`/app/${path}`)
    await expect(page.getByText('Cargando').first()).toBeAttached()
    await chooseStudent(page, /Tomás/)
    await recordMixedFrames(page)
    await expect(page.getByText('Cargando')).toHaveCount(0)
    release()
    await page.unrouteAll({ behavior: 'wait' })
    await page.waitForLoadState('networkidle')
    expect(abortedUrls.filter((url) => url.includes(`student_id=${MARTINA}`))).not.toEqual([])
    expect(await readMixedFrames(page)).toEqual([])
  })
}
