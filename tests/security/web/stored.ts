import { throwIfAborted } from '../../support/suite.ts'
import { payloads } from './payloads.ts'
import { type PlantedText, plantLists, plantSingleTexts } from './planting.ts'
import { openWatchedPage, signInWithToken, type WatchedPage } from './watch.ts'
import { verdictOf, type WebTestEnvironment, type WebVerdict } from './webEnvironment.ts'

const STUDENT_PAGES = [
  'inicio',
  'agenda',
  'horario',
  'calificaciones',
  'observaciones',
  'asistencia',
  'companeros',
]
const PAGE_PATHS = [...STUDENT_PAGES, 'reportes', 'configuraciones'].map((page) => `/app/${page}`)

/** Opens a page, its tabs and the items that it lists, and returns all texts that were shown. */
async function readAllTexts({ page }: WatchedPage, path: string): Promise<string> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main .skeleton'))
  return page.evaluate(async () => {
    const pause = () => new Promise((resolve) => setTimeout(resolve, 4))
    const texts = [document.body.textContent]
    const rows = document.querySelectorAll<HTMLElement>(
      'main button[aria-haspopup="dialog"], main [role="tab"]',
    )
    for (const row of rows) {
      if (row.textContent === 'Cambiar contraseña') continue
      row.click()
      const end = performance.now() + 2_000
      await pause()
      const isWaiting = () => document.querySelector('dialog[open] .skeleton')
      while (isWaiting() && performance.now() < end) await pause()
      texts.push(document.querySelector('main dialog[open], dialog[open]')?.textContent ?? '')
      if (row.getAttribute('role') === 'tab') texts.push(document.body.textContent)
      document.querySelector<HTMLDialogElement>('dialog.sheet[open]')?.close()
    }
    return texts.join('\n')
  })
}

const RUNNING_PAYLOADS_MIN = 15
/** The rounds of the texts outside lists, each with other payloads. */
const ROUNDS = 5

type Comparison = { shown: number; faults: string[] }

async function compareShownTexts(
  watched: WatchedPage,
  planted: PlantedText[],
  paths: string[],
): Promise<Comparison> {
  const comparison: Comparison = { shown: 0, faults: [] }
  for (const path of paths) {
    throwIfAborted()
    watched.setLocation(path)
    const text = await readAllTexts(watched, path)
    for (const { label, text: wanted } of planted.filter((each) => each.path === path)) {
      if (text.includes(wanted)) comparison.shown += 1
      else comparison.faults.push(`${path}: ${label} is not shown as it is written: ${wanted.slice(0, 80)}`)
    }
  }
  return comparison
}

/** Counts the payloads that run if a page inserts them as markup: payloads that never run would prove nothing. */
async function countRunningPayloads(environment: WebTestEnvironment): Promise<number> {
  const watched = await openWatchedPage(environment, { bypassCSP: true })
  for (const payload of payloads) {
    // Each payload has its own page, because some navigate away while the next one would be set.
    const page = await watched.context.newPage()
    await page.setContent(payload, { waitUntil: 'commit' }).catch(() => undefined)
    await page.waitForTimeout(15)
    await page.close()
  }
  await watched.context.close()
  return new Set(watched.faults.filter((fault) => fault.endsWith(' ran'))).size
}

/** Opens the pages twice: without the policy no payload may run, and with it no page may violate it. */
export async function checkStoredTexts(environment: WebTestEnvironment): Promise<WebVerdict> {
  const running = await countRunningPayloads(environment)
  const lists = await plantLists(environment)
  const [jwt = ''] = await environment.tokensOf(1)
  const faults: string[] = []
  let shownTexts = 0
  for (const bypassCSP of [true, false]) {
    const watched = await openWatchedPage(environment, { bypassCSP })
    watched.setLocation('entering')
    await signInWithToken(watched, environment, jwt)
    const addComparison = (comparison: Comparison) => {
      shownTexts += comparison.shown
      faults.push(...comparison.faults)
    }
    addComparison(await compareShownTexts(watched, lists, PAGE_PATHS))
    for (let round = 0; round < ROUNDS; round += 1) {
      const singles = await plantSingleTexts(environment, bypassCSP ? round : round + ROUNDS)
      addComparison(await compareShownTexts(watched, singles, ['/app/inicio', '/app/configuraciones']))
    }
    faults.push(...watched.faults)
    await watched.context.close()
  }
  if (running < RUNNING_PAYLOADS_MIN) faults.push(`only ${running} of the payloads run as markup`)
  const summary = `${payloads.length} payloads (${running} run when taken for markup)`
  return verdictOf(faults, `${summary}, ${shownTexts} texts shown as they are written`)
}
