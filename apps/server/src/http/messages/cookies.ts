import type { FastifyRequest } from 'fastify'

/** Returns the value of the cookie `name` if it matches `pattern`; undefined otherwise. */
export function readCookie({ headers }: FastifyRequest, name: string, pattern: RegExp): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key, value = '']) => key === name && pattern.test(value))?.[1]
}
