import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { callsOf } from '@apoderados/core/accounts/attemptKeys'
import { loadDemo } from '@apoderados/server/demo/loadDemo'
import { openServer } from '../../support/ownServer.ts'
import { throwIfAborted } from '../../support/suite.ts'

/** The address of a school's Wi-Fi, or of a carrier's NAT. */
const SHARED_ADDRESS = '203.0.113.50'
const FAILURES_A_MINUTE = 200
const ATTACK_SECONDS = 30
const SIGN_IN_PAUSE_MS = 1_000
/** The maximum time of a sign-in, on a device that has signed in before and on a new one. */
const SIGN_IN_MS_MAX = { known: 2_000, new: 30_000 }

type DeviceKind = keyof typeof SIGN_IN_MS_MAX
type Family = { email: string; cookie?: string }

/** Sends one sign-in from the shared address. A cookie proves that the device has signed in before. */
async function tryLogin(url: string, { email, cookie }: Family, password: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': SHARED_ADDRESS,
    ...(cookie && { cookie }),
  }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
  await response.arrayBuffer()
  return response
}

/** Returns the milliseconds until the sign-in succeeds. A refused sign-in is repeated after its Retry-After. */
async function signIn(url: string, family: Family): Promise<number> {
  const start = performance.now()
  for (;;) {
    const response = await tryLogin(url, family, 'demo1234')
    if (response.status === 200) return performance.now() - start
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
  }
}

/** Sends wrong passwords at an even rate; returns how many were checked and how many were refused. */
async function sendWrongPasswords(
  url: string,
  isOver: () => boolean,
): Promise<{ checked: number; refused: number }> {
  const statuses: Promise<number>[] = []
  while (!isOver()) {
    throwIfAborted()
    const family = { email: `nadie.${statuses.length}@example.com` }
    statuses.push(tryLogin(url, family, 'clave-errada').then(({ status }) => status))
    await sleep(60_000 / FAILURES_A_MINUTE)
  }
  const all = await Promise.all(statuses)
  const checked = all.filter((status) => status === 401).length
  return { checked, refused: all.length - checked }
}

async function openSchool() {
  const { app, db, keys, services } = await openServer({ trustProxy: ['127.0.0.1'] })
  await loadDemo(db, services.files, services.passwords)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${BASE_PATH}/auth/login`
  const { rows } = await db.$client.query<{ email: string }>(
    `select email from parents where email like 'familia.%' and is_active and password_hash is not null order by email`,
  )
  // Simulates that the attack has lasted for a minute.
  await db.$client.query(
    `insert into attempts (key, moments, last_at)
      select $1, array_agg(now() - number * interval '0.3 seconds' order by number desc), now()
      from generate_series(1, ${FAILURES_A_MINUTE}) number`,
    [callsOf({ keys, address: SHARED_ADDRESS, device: undefined }, 'login').key],
  )
  return { url, emails: rows.map(({ email }) => email) }
}

/**
 * Checks that a device which guesses passwords does not keep other families at its address from signing in (R25): signs
 * them in during 200 failures a minute, alternately on devices that have signed in before and on new ones.
 */
export async function measureSharedAddress(): Promise<boolean> {
  const { url, emails } = await openSchool()
  const known: Family[] = []
  for (const email of emails.splice(0, 10)) {
    const response = await tryLogin(url, { email }, 'demo1234')
    known.push({ email, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' })
  }
  let isOver = false
  const attacking = sendWrongPasswords(url, () => isOver)
  const durations: Record<DeviceKind, number[]> = { known: [], new: [] }
  const end = performance.now() + ATTACK_SECONDS * 1_000
  for (let index = 0; performance.now() < end; index += 1) {
    throwIfAborted()
    durations.known.push(await signIn(url, known[index % known.length] as Family))
    durations.new.push(await signIn(url, { email: emails[index % emails.length] as string }))
    await sleep(SIGN_IN_PAUSE_MS)
  }
  isOver = true
  const { checked, refused } = await attacking
  const slowest = (kind: DeviceKind) => Math.max(...durations[kind])
  const describeWorst = (kind: DeviceKind) =>
    `${kind} device in within ${slowest(kind).toFixed(0)} ms of ${durations[kind].length} times (limit ${SIGN_IN_MS_MAX[kind]} ms)`
  console.log(
    `shared address: ${checked} failures in ${ATTACK_SECONDS} s beside it, ${refused} refused; ${describeWorst('known')}, ${describeWorst('new')}`,
  )
  return slowest('known') <= SIGN_IN_MS_MAX.known && slowest('new') <= SIGN_IN_MS_MAX.new && checked > 0
}
