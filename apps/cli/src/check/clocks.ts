import { withDatabase } from './database.ts'
import { type Finding, failure, success, warning } from './finding.ts'

/** Access tokens tolerate a difference of 60 s between two clocks (R10); the check fails above half of it. */
const FAILURE_OFFSET_SECONDS = 30
const WARNING_OFFSET_SECONDS = 3
/** The precision of the HTTP header `date`, in seconds. */
const HEADER_PRECISION_SECONDS = 1

/**
 * Returns by how many seconds `otherTime`, read between `before` and `after`, is ahead of this machine's clock. An
 * offset that may come from that interval, or from the `precision` of `otherTime` in seconds, counts as 0.
 */
function secondsAhead(otherTime: Date, before: number, after: number, precision = 0): number {
  const seconds = (otherTime.getTime() - (before + after) / 2) / 1000
  const uncertainty = (after - before) / 2000 + precision
  return Math.sign(seconds) * Math.max(0, Math.abs(seconds) - uncertainty)
}

const readDatabaseOffset = (url: string): Promise<number> =>
  withDatabase(url, async (client) => {
    const before = Date.now()
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
    return secondsAhead(rows[0]?.now ?? new Date(0), before, Date.now())
  })

type ClockProbe = () => Promise<{ date: Date | undefined; askedAt: Date }>

async function readProxyOffset(probe: ClockProbe): Promise<number | undefined> {
  const { date, askedAt } = await probe()
  return date && secondsAhead(date, askedAt.getTime(), askedAt.getTime(), HEADER_PRECISION_SECONDS)
}

const offsetInWords = (seconds: number) =>
  `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'atrasado' : 'adelantado'}`

/** Compares this machine's clock with the database's and, if the public address answers, with that of its server. */
export async function checkClocks(url: string, probe: ClockProbe): Promise<Finding> {
  const offsets: [name: string, seconds: number | undefined][] = [
    ['de la base', await readDatabaseOffset(url)],
    ['de PUBLIC_URL', await readProxyOffset(probe).catch(() => undefined)],
  ]
  const compared = offsets.filter((each): each is [string, number] => each[1] !== undefined)
  const deviating = compared.filter(([, seconds]) => Math.abs(seconds) > WARNING_OFFSET_SECONDS)
  if (deviating.length === 0)
    return success(`Igual que ${compared.map(([name]) => `el ${name}`).join(' y ')}.`)
  const text = `El ${deviating.map(([name, seconds]) => `${name} está ${offsetInWords(seconds)}`).join(', el ')}. Revise NTP en ambos equipos.`
  return deviating.some(([, seconds]) => Math.abs(seconds) > FAILURE_OFFSET_SECONDS)
    ? failure(text)
    : warning(text)
}
