import { createHash, randomBytes } from 'node:crypto'
import { until } from '../../support/stage/programs.ts'
import { ask } from './client.ts'
import type { DiskScene } from './diskTrials.ts'

/** Each writes a row of 4 KB that does not compress, so that the tables must grow soon. */
const TOKEN_BYTES = 3_000
export const PROMISED_MS = 2_000

type Written = { jwt: string; token: string; status: number; ms: number }

/** A push token for each of these sessions, one after the other. */
export async function writeAll(url: string, jwts: string[]): Promise<Written[]> {
  const written: Written[] = []
  for (const jwt of jwts) {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const since = performance.now()
    const { status } = await ask(url, '/auth/push_token', { jwt, body: { token } })
    written.push({ jwt, token, status, ms: performance.now() - since })
  }
  return written
}

export const taken = (written: Written[]) => written.filter(({ status }) => status === 200)
export const slowest = (written: Written[]) => Math.round(Math.max(0, ...written.map(({ ms }) => ms)))
export const areAnswered = (written: Written[]) =>
  written.every(({ status }) => status === 200 || status === 503)

/** Acknowledged and not there. */
export async function lostOf({ stage }: DiskScene, written: Written[]): Promise<number> {
  const { rows } = await stage.school.services.db.$client.query<{ token_hash: string }>(
    'select token_hash from push_tokens',
  )
  const kept = new Set(rows.map(({ token_hash }) => token_hash))
  return taken(written).filter(({ token }) => !kept.has(createHash('sha256').update(token).digest('hex')))
    .length
}

/** The time from now until a write is taken again. */
export async function backAfter(url: string, jwt: string): Promise<number> {
  const since = performance.now()
  await until(async () => (await writeAll(url, [jwt]))[0]?.status === 200, 'the first write')
  return Math.round(performance.now() - since)
}
