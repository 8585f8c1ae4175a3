import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRandom } from '@apoderados/school-data/random'
import { describe, expect, it } from 'vitest'
import { initialAccount } from './clients.ts'
import type { Family } from './family.ts'
import { type Client, writeUntilStopped } from './writer.ts'

const createClient = (): Client => {
  const [one, other] = [
    initialAccount({ id: 1, email: 'una@example.com' }),
    initialAccount({ id: 2, email: 'otra@example.com' }),
  ]
  const family: Family = {
    name: 'family 1',
    accounts: [one, other],
    devices: new Map(),
    dead: { jwts: [], codes: [] },
  }
  const mailbox = {
    codesTo: () => [],
    countMails: () => ({ ids: new Set<string>(), duplicates: 0, changed: 0 }),
  }
  return { family, random: createRandom(1), mailbox, codesSeen: [0, 0] }
}

/**
 * Runs a client against a server that answers every call with `status`, or cuts the connection if `status` is
 * undefined. `hasBegun` tells the client whether the trial has already broken something.
 */
async function runWriter(status: number | undefined, hasBegun: boolean) {
  const server = createServer((request, response) => {
    if (status === undefined) request.destroy()
    else response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { signal } = new AbortController()
  try {
    const acknowledged: string[] = []
    return {
      ...(await writeUntilStopped(url, createClient(), {
        signal,
        hasBrokenSomething: () => hasBegun,
        acknowledged,
      })),
      acknowledged,
    }
  } finally {
    server.close()
  }
}

describe('a write that fails', () => {
  it.each([500, 503, undefined])('with %s before the disturbance is a fault', async (status) => {
    const { acknowledged, violations } = await runWriter(status, false)
    expect(acknowledged).toEqual([])
    expect(violations).toEqual([expect.stringMatching(/of family 1: .+, and nothing had been broken$/)])
  })

  it.each([500, 503, undefined])('with %s after a kill has an unknown outcome', async (status) => {
    const { open, violations } = await runWriter(status, true)
    expect([open?.name, violations]).toEqual([expect.any(String), []])
  })

  it('with an answer that the contract does not allow is always a fault', async () => {
    const { violations } = await runWriter(418, true)
    expect(violations).toEqual([expect.stringMatching(/of family 1: 418 no$/)])
  })
})
