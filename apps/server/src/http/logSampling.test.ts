import { setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const SAMPLE_RATE = 4
const logLines: string[] = []
const server = setupServer({
  logSampleRate: SAMPLE_RATE,
  log: { write: (line: string) => logLines.push(line) },
})

const requestIdOf = ({ headers }: { headers: object }) =>
  (headers as Record<string, string>)['x-request-id'] as string
/** Returns the log lines of the responses with these request ids. */
const responseLinesOf = (ids: string[]) =>
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
    expect(responseLinesOf(ids).map(({ reqId, sampled }) => [reqId, sampled])).toEqual(
      chosen.map((id) => [id, SAMPLE_RATE]),
    )
    expect(chosen.length).toBeGreaterThan(0)
    expect(chosen.length).toBeLessThan(60)
  })
})
