import type { FastifyRequest } from 'fastify'

const withoutWeakness = (etag: string) => etag.trim().replace(/^W\//, '')

/** True if the client has the version of `etag`, by the weak comparison of If-None-Match (RFC 9110, 13.1.2). */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match']?.split(',').map(withoutWeakness)
  return given !== undefined && (given.includes('*') || given.includes(withoutWeakness(etag)))
}
