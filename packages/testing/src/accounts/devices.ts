import type { CallName } from '@apoderados/contract/calls/api'
import type { InjectOptions } from 'fastify'
import type { TestServer } from '../testServer.ts'

/**
 * Simulates a browser with one network address: it stores the cookie that a response sets and sends it with later calls.
 */
export function browserOf(server: () => TestServer, remoteAddress: string) {
  let cookie: string | undefined
  async function send(name: CallName, fields: Record<string, unknown> = {}, options: InjectOptions = {}) {
    const headers = { ...(cookie !== undefined && { cookie }), ...options.headers }
    const response = await server().send(name, fields, { remoteAddress, ...options, headers })
    const [newCookie] = String(response.headers['set-cookie'] ?? '').split(';')
    if (newCookie) cookie = newCookie
    return response
  }
  return {
    send,
    login: (email: string, password = 'demo1234') => send('login', { email, password }),
    /** Returns the stored cookie, with which a test calls from another network as the same device. */
    cookie: () => cookie,
  }
}
