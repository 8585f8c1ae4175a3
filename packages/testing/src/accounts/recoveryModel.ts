import type { CallName } from '@apoderados/contract/calls/api'
import { api } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { attempts, recoveryCodes } from '@apoderados/core/db/tables/accounts'
import { mails } from '@apoderados/core/db/tables/messages'
import { revealCode } from '@apoderados/core/secrets/oneTimeCodes'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { letTimePass } from './attempts.ts'
import { heldSessions, type ServerUnderTest } from './heldSessions.ts'

/*
 * A model of the rules R8 and R9 for recovery codes. It predicts the status of each response from a state of its own, and
 * the server must answer with that status. From the server's tables it reads only the codes that are mailed.
 */

export type Account = { email: string; parent_id: number; password: string }
type LiveCode = { code: string; createdAt: number }
type ModelState = {
  now: number
  live: Map<string, LiveCode>
  formerCodes: string[]
  requested: Map<string, number[]>
  /** The times, in minutes of the model's clock, at which a wrong code was sent; the key is address and e-mail. */
  wrong: Map<string, number[]>
}

const CODE_LIFE_MINUTES = 10
const WRONG_ATTEMPTS_MAX = 5
const WRONG_ATTEMPTS_WINDOW_MINUTES = 10
/** The mails per hour that need no pause; before each further one, the previous code must have expired. */
const UNPAUSED_MAILS_PER_HOUR = 3
const MAILS_PER_HOUR_MAX = 8
const UNKNOWN_EMAIL = 'nadie.con.cuenta@example.com'
const WRONG_CODE = '0000-0000-00000'

const anyAccountIndex = fc.nat({ max: 3 })
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('ask' as const), account: anyAccountIndex }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom('confirm' as const, 'change' as const, 'validate' as const),
      account: anyAccountIndex,
      /** The code to send: the account's own, a wrong one, another account's, or an old one (used or replaced). */
      code: fc.constantFrom('own', 'own', 'wrong', 'wrong', 'wrong', 'others', 'old'),
      /** The last number of the sender's address. Only `confirm` uses it: it is limited by address and e-mail. */
      from: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.constantFrom(3, 9, 10, 61) }),
  },
)
type RecoveryStep = typeof anyStep extends fc.Arbitrary<infer S> ? S : never
type CodeStep = Extract<RecoveryStep, { code: string }>
type SendOptions = { jwt?: string; from?: string }

const liveCodeOf = ({ live, now }: ModelState, email: string): LiveCode | undefined => {
  const liveCode = live.get(email)
  return liveCode && now - liveCode.createdAt < CODE_LIFE_MINUTES ? liveCode : undefined
}

export function recoveryModel(target: ServerUnderTest, accounts: Account[]) {
  const { app, db, services } = target
  const sessions = heldSessions(target)
  const emails = [...accounts.map(({ email }) => email), UNKNOWN_EMAIL]
  let calls = 0
  let passwords = 0

  /** Sends a call. Without `from` it comes from a new address, so that no limit per address applies. */
  async function send(name: CallName, fields: object, { jwt, from }: SendOptions = {}): Promise<number> {
    calls += 1
    const { method, path } = api[name]
    const response = await app.inject({
      method,
      url: BASE_PATH + path,
      remoteAddress: from ?? `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
      ...(method === 'POST' && { payload: fields }),
      ...(jwt !== undefined && { headers: { authorization: `Bearer ${jwt}` } }),
    })
    return response.statusCode
  }

  async function newestCode(parent_id: number): Promise<string> {
    const [mail] = await db
      .select({ seed: mails.seed })
      .from(mails)
      .where(and(eq(mails.parent_id, parent_id), eq(mails.kind, 'recovery_code'), isNotNull(mails.seed)))
      .orderBy(desc(mails.queued_at))
    return revealCode(services.keys, 'recovery', mail?.seed ?? '') as string
  }

  async function ask(state: ModelState, email: string): Promise<void> {
    const status = await send('requestRecovery', { email })
    if (status !== 200) throw new Error(`asking for a code answers ${status}`)
    const recentRequests = (state.requested.get(email) ?? []).filter((at) => state.now - at < 60)
    const isSoon = state.now - (recentRequests.at(-1) ?? -CODE_LIFE_MINUTES) < CODE_LIFE_MINUTES
    if (
      recentRequests.length >= MAILS_PER_HOUR_MAX ||
      (recentRequests.length >= UNPAUSED_MAILS_PER_HOUR && isSoon)
    )
      return
    state.requested.set(email, [...recentRequests, state.now])
    const account = accounts.find((one) => one.email === email)
    const former = state.live.get(email)
    if (former) state.formerCodes.push(former.code)
    const code = account ? await newestCode(account.parent_id) : 'no code'
    state.live.set(email, { code, createdAt: state.now })
  }

  const codeFor = (state: ModelState, email: string, which: string): string => {
    const others = emails.filter((one) => one !== email && state.live.has(one) && one !== UNKNOWN_EMAIL)
    if (which === 'own' && email !== UNKNOWN_EMAIL) return state.live.get(email)?.code ?? WRONG_CODE
    if (which === 'others') return state.live.get(others[0] ?? '')?.code ?? WRONG_CODE
    return which === 'old' ? (state.formerCodes.at(-1) ?? WRONG_CODE) : WRONG_CODE
  }

  /**
   * Checks that the recovered account's session has ended, that the other accounts' sessions are live, and that the new
   * password signs in.
   */
  async function checkSessions(before: Map<number, string>, recovered: Account): Promise<void> {
    for (const [parent_id, jwt] of before) {
      const status = await send('getProfile', {}, { jwt })
      const expected = parent_id === recovered.parent_id ? 401 : 200
      if (status !== expected) throw new Error(`a session after a recovery answers ${status}`)
    }
    sessions.forget(recovered.parent_id)
    const { email, password } = recovered
    const status = await send('login', { email, password })
    if (status !== 200) throw new Error(`the new password answers ${status}`)
  }

  async function use(state: ModelState, email: string, { does, code: which, from }: CodeStep) {
    const code = codeFor(state, email, which)
    const owner = emails.find((one) => one !== UNKNOWN_EMAIL && liveCodeOf(state, one)?.code === code)
    const liveCode = liveCodeOf(state, email)
    const isRight = does === 'confirm' ? liveCode !== undefined && owner === email : owner !== undefined
    const before = new Map<number, string>()
    for (const { parent_id } of accounts) before.set(parent_id, (await sessions.of(parent_id)).jwt)
    passwords += 1
    const password = `tigre ${passwords} en un trigal`
    const address = `192.168.0.${from}`
    const tried = state.wrong.get(`${address} ${email}`) ?? []
    const recentAttempts = tried.filter((at) => state.now - at < WRONG_ATTEMPTS_WINDOW_MINUTES)
    const isLimited = does === 'confirm' && recentAttempts.length >= WRONG_ATTEMPTS_MAX
    const status = await {
      confirm: () =>
        send('confirmRecovery', { email, token: code, new_password: password }, { from: address }),
      change: () =>
        send('changePasswordWithToken', { token: code, password1: password, password2: password }),
      validate: () => send('validateRecovery', { token: code }),
    }[does]()
    const expected = isRight ? 200 : 400
    if (status !== (isLimited ? 429 : expected))
      throw new Error(`${does} answers ${status}, right: ${isRight}, limited: ${isLimited}`)
    if (isLimited) return
    if (does === 'confirm' && !isRight) state.wrong.set(`${address} ${email}`, [...recentAttempts, state.now])
    if (!isRight || does === 'validate') return
    const account = accounts.find((one) => one.email === owner) as Account
    account.password = password
    state.live.delete(account.email)
    state.formerCodes.push(code)
    await checkSessions(before, account)
  }

  /** Simulates that minutes pass: moves the stored times of codes and attempts into the past. */
  async function wait(state: ModelState, minutes: number): Promise<void> {
    state.now += minutes
    const ago = sql`make_interval(mins => ${minutes})`
    await db.update(recoveryCodes).set({ expires_at: sql`${recoveryCodes.expires_at} - ${ago}` })
    await letTimePass(db, minutes * 60)
  }

  async function runStep(state: ModelState, nextStep: RecoveryStep): Promise<void> {
    if (nextStep.does === 'wait') return wait(state, nextStep.minutes)
    const email = emails[nextStep.account % emails.length] as string
    if (nextStep.does === 'ask') return ask(state, email)
    return use(state, email, nextStep)
  }

  const scenario = fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
    for (const table of [attempts, recoveryCodes, mails]) await db.delete(table)
    const state: ModelState = {
      now: 0,
      live: new Map(),
      formerCodes: [],
      requested: new Map(),
      wrong: new Map(),
    }
    for (const nextStep of steps) await runStep(state, nextStep)
  })

  return {
    /** @throws an error with the shortest sequence of steps found in which server and model differ */
    async run(runs: number, seed: number): Promise<{ calls: number }> {
      await fc.assert(scenario, { numRuns: runs, seed })
      return { calls }
    },
  }
}
