import { createHash, randomBytes } from 'node:crypto'
import { until } from '../../support/stage/programs.ts'
import { ask } from './client.ts'
import type { DiskScene } from './diskTrials.ts'

/** A token of incompressible bytes, so that each row takes 4 KB and the tables must grow soon. */
const TOKEN_BYTES = 3_000
export const PROMISED_MS = 2_000

type Written = { jwt: string; token: string; status: number; ms: number }

/** Saves a push token in each session, one after the other. */
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

export const acknowledged = (written: Written[]) => written.filter(({ status }) => status === 200)
export const slowest = (written: Written[]) => Math.round(Math.max(0, ...written.map(({ ms }) => ms)))
export const areAnswered = (written: Written[]) =>
  written.every(({ status }) => status === 200 || status === 503)

/** Counts acknowledged tokens that are missing in the database. */
export async function countLost({ stage }: DiskScene, written: Written[]): Promise<number> {
  const { rows } = await stage.school.services.db.$client.query<{ token_hash: string }>(
    'select token_hash from push_tokens',
  )
  const stored = new Set(rows.map(({ token_hash }) => token_hash))
  return acknowledged(written).filter(
    ({ token }) => !stored.has(createHash('sha256').update(token).digest('hex')),
  ).length
}

/** Returns the time until a write succeeds, in ms. */
export async function timeUntilWrite(url: string, jwt: string): Promise<number> {
  const since = performance.now()
  await until(async () => (await writeAll(url, [jwt]))[0]?.status === 200, 'the first write')
  return Math.round(performance.now() - since)
}
