import type { CallName } from '@apoderados/contract/api'
import type { InjectOptions } from 'fastify'
import type { TestServer } from '../testServer.ts'

/** A browser behind an address: it keeps the cookie that an answer sets and sends it back. */
export function browserOf(server: () => TestServer, remoteAddress: string) {
  let cookie: string | undefined
  async function send(name: CallName, fields: Record<string, unknown> = {}, options: InjectOptions = {}) {
    const headers = { ...(cookie !== undefined && { cookie }), ...options.headers }
    const answer = await server().send(name, fields, { remoteAddress, ...options, headers })
    const [kept] = String(answer.headers['set-cookie'] ?? '').split(';')
    if (kept) cookie = kept
    return answer
  }
  return {
    send,
    login: (email: string, password = 'demo1234') => send('login', { email, password }),
    /** Of the device's own network or another one, with the same cookie. */
    cookie: () => cookie,
  }
}
