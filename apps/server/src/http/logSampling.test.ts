import { describe, expect, it } from 'vitest'
import { CAROLINA, useServer } from '../testing/testServer.ts'

const SAMPLE_RATE = 4
const logLines: string[] = []
const logging = { logSampleRate: SAMPLE_RATE, log: { write: (line: string) => logLines.push(line) } }
const server = useServer(logging)
const slowServer = useServer({ ...logging, isDatabaseAway: true, limits: { slowAnswerMs: 0 } })

const requestIdOf = ({ headers }: { headers: object }) =>
  (headers as Record<string, string>)['x-request-id'] as string
/** Returns the log lines of the answers with these request ids. */
const answerLinesOf = (ids: string[]) =>
  logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg, reqId }) => msg === 'answered' && ids.includes(reqId as string))
const sendHundredRequests = async ({ app } = server()) => {
  const ids: string[] = []
  while (ids.length < 100) ids.push(requestIdOf(await app.inject('/healthz')))
  return ids
}

describe('LOG_SAMPLE_RATE', () => {
  it('keeps the lines of some successful reads, chosen by their id, with the number they stand for', async () => {
    const ids = await sendHundredRequests()
    const chosen = ids.filter((id) => Number.parseInt(id.slice(0, 8), 16) % SAMPLE_RATE === 0)
    expect(answerLinesOf(ids).map(({ reqId, sampled }) => [reqId, sampled])).toEqual(
      chosen.map((id) => [id, SAMPLE_RATE]),
    )
    expect(chosen.length).toBeGreaterThan(0)
    expect(chosen.length).toBeLessThan(60)
  })

  it('keeps every line of a write, a refusal and an audited read', async () => {
    const { send, login, signIn } = server()
    const jwt = await signIn(CAROLINA)
    const kept: string[] = []
    for (let times = 0; times < 4 * SAMPLE_RATE; times += 1) {
      kept.push(requestIdOf(await login(CAROLINA)))
      kept.push(requestIdOf(await send('getProfile')))
      kept.push(requestIdOf(await send('getClassmates', { student_id: '1' }, { jwt })))
    }
    const logged = answerLinesOf(kept)
    expect(logged.map(({ reqId }) => reqId)).toEqual(kept)
    expect(new Set(logged.map(({ status }) => status))).toEqual(new Set([200, 401]))
    expect(logged.filter((line) => 'sampled' in line)).toEqual([])
  })

  it('keeps every line of a slow answer', async () => {
    const ids = await sendHundredRequests(slowServer())
    expect(answerLinesOf(ids).map(({ reqId }) => reqId)).toEqual(ids)
  })
})
