import { api, type CallName } from '@apoderados/contract/calls/api'
import { BASE_PATH } from '@apoderados/contract/calls/call'
import { serverMessages, tooManyAttempts } from '@apoderados/contract/messages'
import { databaseLimits } from '@apoderados/core/db/client/limits'
import { limits, NATIVE_ORIGINS } from '@apoderados/server/config'
import { describe, expect, it } from 'vitest'
import {
  addressesOf,
  composeSite,
  machineSite,
  readText,
  siteExamples,
  upstreamBlock,
} from '../reliability/deployment/deployFiles.ts'

const nginxConfig = readText('deploy/nginx.conf')

it('nginx accepts only TLS 1.2 and 1.3', () => {
  expect(nginxConfig.match(/ssl_protocols .+;/g)).toEqual(['ssl_protocols TLSv1.2 TLSv1.3;'])
})

it.each(siteExamples)(
  'nginx accepts what the server accepts, and closes idle connections first: %s',
  (_, site) => {
    const bytes = Number(/client_max_body_size (\d+)k/.exec(nginxConfig)?.[1]) * 1024
    expect(bytes).toBeGreaterThanOrEqual(limits.bodyBytes)
    const idle = [...site.matchAll(/upstream \w+ \{[^}]+?keepalive_timeout (\d+)s/g)]
    expect(idle).toHaveLength(3)
    for (const [, seconds] of idle) expect(Number(seconds)).toBeLessThan(72) // 72 s is Fastify's keepAliveTimeout
    expect(nginxConfig).toMatch(/proxy_next_upstream (?!.*non_idempotent).*http_503/)
    const [, keepalive] = /upstream calls \{[^}]+?keepalive (\d+);/.exec(site) ?? []
    expect(Number(keepalive)).toBe(addressesOf(site, 'calls').length * limits.maxConcurrentCalls)
  },
)

describe('nginx counts calls as the server’s load shedding does (P8)', () => {
  const maxConnections = (site: string, name: string) =>
    [...upstreamBlock(site, name).matchAll(/max_conns=(\d+)/g)].map(([, count]) => Number(count))
  /** Returns the upstream of the first matching pattern, as nginx chooses it. */
  function upstreamOf(method: string, path: string): string | undefined {
    const [, list = ''] =
      /map "\$request_method \$uri" \$upstream \{\s+default pages;([^}]+)\}/.exec(nginxConfig) ?? []
    const patterns = [...list.matchAll(/"?~([^";]+?)"? (\w+);/g)] as unknown as [string, string, string][]
    return patterns.find(([, pattern]) => new RegExp(pattern).test(`${method} ${path}`))?.[2] ?? 'pages'
  }

  it.each(siteExamples)('nginx limits calls per process to the server’s limit: %s', (_, site) => {
    expect(maxConnections(site, 'calls')).toEqual([limits.maxConcurrentCalls, limits.maxConcurrentCalls])
    const hashes = limits.hashQueue + databaseLimits.databaseConnections
    expect(maxConnections(site, 'sign_ins')).toEqual([hashes, hashes])
    expect(maxConnections(site, 'pages')).toEqual([])
  })

  const upstreams = { query: 'calls', hash: 'sign_ins', 'sign-out': 'pages' }
  it.each(Object.keys(api) as CallName[])('sends %s to the upstream of its pool', (name) => {
    const { method, path } = api[name]
    expect(upstreamOf(method, BASE_PATH + path)).toBe(upstreams[api[name].concurrencyPool])
    expect(upstreamOf('OPTIONS', BASE_PATH + path)).toBe('pages')
  })

  it('refuses with headers that let the apps read the response', () => {
    for (const origin of NATIVE_ORIGINS) expect(nginxConfig).toContain(`${origin} $http_origin;`)
    for (const message of [serverMessages.unavailable, tooManyAttempts(5)])
      expect(nginxConfig).toContain(JSON.stringify({ success: false, message }))
  })

  it('adds its own id to a refusal, and logs it if the server gave none', () => {
    for (const refusal of ['away', 'crowded'])
      expect(nginxConfig).toMatch(
        new RegExp(`location @${refusal} \\{[^}]+add_header X-Request-Id \\$response_id always;`),
      )
    expect(nginxConfig).toMatch(/map \$upstream_http_x_request_id \$response_id \{[^}]+"" \$request_id;/)
    expect(nginxConfig).toMatch(/log_format ids '[^;]+\$response_id'/)
  })

  it('never refuses a page', () => {
    for (const path of ['/', '/login', '/app/123/grades', '/assets/a.js'])
      expect(upstreamOf('GET', path)).toBe('pages')
  })
})

it('the sites of nginx on a machine and in compose differ only in addresses and in the path of the certificate', () => {
  const commonPart = (site: string) =>
    site.slice(site.indexOf('# The one name')).replaceAll(/[\d.]+:300\d|ssl_certificate\w* .+;/g, '')
  expect(commonPart(machineSite)).toBe(commonPart(composeSite))
  expect(addressesOf(machineSite, 'calls')).toEqual(['127.0.0.1:3000', '127.0.0.1:3001'])
})
