import { createHash, randomBytes } from 'node:crypto'
import { waitUntil } from '../../support/stage/programs.ts'
import { callApi } from './client.ts'
import type { DiskScene } from './diskTrials.ts'

/**
 * The number of random bytes in a token. They do not compress, so that each row takes 4 KB and the tables soon need
 * more disk.
 */
const TOKEN_BYTES = 3_000
/** The maximum time for an answer while the disk is full, and for the first write after it has space again. */
export const ANSWER_MS_MAX = 2_000

type TokenWrite = { jwt: string; token: string; status: number; ms: number }

/** Saves a push token in each session, one after the other. */
export async function savePushTokens(url: string, jwts: string[]): Promise<TokenWrite[]> {
  const writes: TokenWrite[] = []
  for (const jwt of jwts) {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const startedAt = performance.now()
    const { status } = await callApi(url, '/auth/push_token', { jwt, body: { token } })
    writes.push({ jwt, token, status, ms: performance.now() - startedAt })
  }
  return writes
}

export const acknowledgedOf = (writes: TokenWrite[]) => writes.filter(({ status }) => status === 200)
export const slowestMs = (writes: TokenWrite[]) => Math.round(Math.max(0, ...writes.map(({ ms }) => ms)))
export const areAcceptedOrRefused = (writes: TokenWrite[]) =>
  writes.every(({ status }) => status === 200 || status === 503)

/** Counts acknowledged tokens that are missing in the database. */
export async function countLost({ stage }: DiskScene, writes: TokenWrite[]): Promise<number> {
  const { rows } = await stage.school.services.db.$client.query<{ token_hash: string }>(
    'select token_hash from push_tokens',
  )
  const stored = new Set(rows.map(({ token_hash }) => token_hash))
  return acknowledgedOf(writes).filter(
    ({ token }) => !stored.has(createHash('sha256').update(token).digest('hex')),
  ).length
}

/** Returns the time until a write succeeds, in ms. */
export async function timeUntilWrite(url: string, jwt: string): Promise<number> {
  const startedAt = performance.now()
  await waitUntil(async () => (await savePushTokens(url, [jwt]))[0]?.status === 200, 'the first write')
  return Math.round(performance.now() - startedAt)
}
