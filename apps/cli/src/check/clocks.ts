import { withDatabase } from './database.ts'
import { type Finding, failure, good, warning } from './finding.ts'

/** Sessions are believed with 60 s of difference (R10). */
const FAILURE_SECONDS = 30
const WARNING_SECONDS = 3
/** The header has no fractions. */
const HEADER_SECONDS = 1

/** How far ahead of this machine `theirs` is, in seconds, when it was read between the two moments. */
function ahead(theirs: Date, before: number, after: number, coarseness = 0): number {
  const seconds = (theirs.getTime() - (before + after) / 2) / 1000
  const unsure = (after - before) / 2000 + coarseness
  return Math.sign(seconds) * Math.max(0, Math.abs(seconds) - unsure)
}

const ofDatabase = (url: string): Promise<number> =>
  withDatabase(url, async (client) => {
    const before = Date.now()
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return ahead(rows[0]?.now ?? new Date(0), before, Date.now())
  })

type Answered = () => Promise<{ date: Date | undefined; askedAt: Date }>

async function ofProxy(answer: Answered): Promise<number | undefined> {
  const { date, askedAt } = await answer()
  return date && ahead(date, askedAt.getTime(), askedAt.getTime(), HEADER_SECONDS)
}

const told = (seconds: number) =>
  `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'atrasado' : 'adelantado'}`

/** This machine's clock against the database's and, where families reach one, the public address's. */
export async function lookAtClocks(url: string, answer: Answered): Promise<Finding> {
  const found: [name: string, seconds: number | undefined][] = [
    ['de la base', await ofDatabase(url)],
    ['de PUBLIC_URL', await ofProxy(answer).catch(() => undefined)],
  ]
  const compared = found.filter((each): each is [string, number] => each[1] !== undefined)
  const off = compared.filter(([, seconds]) => Math.abs(seconds) > WARNING_SECONDS)
  if (off.length === 0) return good(`Igual que ${compared.map(([name]) => `el ${name}`).join(' y ')}.`)
  const text = `El ${off.map(([name, seconds]) => `${name} está ${told(seconds)}`).join(', el ')}. Revise NTP en ambos equipos.`
  return off.some(([, seconds]) => Math.abs(seconds) > FAILURE_SECONDS) ? failure(text) : warning(text)
}
