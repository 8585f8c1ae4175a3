import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messages } from '@apoderados/contract/messages'
import { strictHeaders } from '@apoderados/server/http/headers'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const nginxConfig = readText('deploy/nginx.conf')
const composeFile = parse(readText('deploy/compose.yaml'), { merge: true })

/** The two server blocks of nginx.conf. */
const serverBlocks = [...nginxConfig.matchAll(/\n {4}server \{\n([\s\S]+?)\n {4}\}\n/g)].map(
  ([, text = '']) => text,
)
const blocksListeningAt = (port: number) =>
  serverBlocks.filter((text) => new RegExp(`listen ${port}\\b`).test(text))
const [plainBlock = ''] = blocksListeningAt(80)
const [encryptedBlock = ''] = blocksListeningAt(443)
const encryptedSetting = (name: string) =>
  new RegExp(`^ +${name} (.+);$`, 'm').exec(encryptedBlock)?.[1]?.split(/[ :]/)
const plainLocation = (path: string) =>
  new RegExp(`\\n {8}location ${path} \\{\\n([\\s\\S]+?)\\n {8}\\}`).exec(plainBlock)?.[1]

describe('nginx', () => {
  it('accepts only TLS 1.2 and 1.3', () => {
    expect(encryptedSetting('ssl_protocols')).toEqual(['TLSv1.2', 'TLSv1.3'])
    expect(nginxConfig.match(/ssl_protocols/g)).toHaveLength(1)
  })

  it('offers only ciphers with authentication and forward secrecy, the strongest first', () => {
    const ciphers = encryptedSetting('ssl_ciphers') ?? []
    expect(ciphers.filter((name) => !/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM|CHACHA20-POLY1305)/.test(name))).toEqual(
      [],
    )
    const bits = ciphers.map((name) => (name.includes('AES128') ? 128 : 256))
    expect(bits).toEqual(bits.toSorted((one, other) => other - one))
    expect([bits[0], encryptedSetting('ssl_prefer_server_ciphers')]).toEqual([256, ['on']])
  })

  it('redirects an unencrypted browser to TLS, and refuses a call', () => {
    expect(serverBlocks).toHaveLength(2)
    expect(plainLocation('/')?.trim()).toBe('return 301 https://$site_name$request_uri;')
    const refusal = JSON.stringify({ success: false, message: messages.notFound })
    expect(plainLocation('/api/')).toContain(`return 404 '${refusal}';`)
    expect(plainBlock).not.toContain('proxy_pass')
    expect(encryptedBlock).toContain('proxy_pass')
  })

  it('answers only under its own name', () => {
    expect(serverBlocks.map((text) => /if \(\$site_name = ""\) \{\s+return 421;/.test(text))).toEqual([
      true,
      true,
    ])
    expect(nginxConfig).not.toContain('$http_host')
    expect(encryptedBlock).toContain('proxy_set_header Host $site_name;')
  })

  it('limits the concurrent calls of one address', () => {
    expect(nginxConfig).toContain('limit_conn_zone $binary_remote_addr zone=addresses:')
    expect(encryptedSetting('limit_conn')).toEqual(['addresses', '512'])
  })

  it('sends the server’s Permissions-Policy with each of its own answers', () => {
    expect(nginxConfig).toContain(`"" "${strictHeaders['permissions-policy']}";`)
    // In nginx, a location that adds a header inherits none.
    const adding = [...nginxConfig.matchAll(/\n {8}location (\S+) \{\n([\s\S]+?)\n {8}\}/g)].filter(
      ([, , text]) => text?.includes('add_header'),
    )
    expect(adding).toHaveLength(3)
    for (const [, name, text] of adding)
      expect(text, name).toContain('add_header Permissions-Policy $permissions_policy always;')
  })

  it('serves the challenge of an ACME client without TLS', () => {
    expect(plainLocation('\\^~ /\\.well-known/acme-challenge/')).toContain('root /var/www/acme;')
    expect(composeFile.services.proxy.volumes).toContain('./acme:/var/www/acme:ro')
  })
})

it('no unencrypted port is reachable from outside, because compose publishes only nginx’s ports', () => {
  const published = Object.entries<{ ports?: string[]; network_mode?: string }>(composeFile.services)
  expect(published.filter(([, { ports }]) => ports).map(([name, { ports }]) => [name, ports])).toEqual([
    ['proxy', ['80:80', '443:443']],
  ])
  expect(published.filter(([, { network_mode }]) => network_mode)).toEqual([])
  expect(Object.keys(composeFile.networks)).toEqual(['inside', 'data', 'scan', 'metrics'])
})
