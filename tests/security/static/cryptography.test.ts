import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Node, nodesOf } from './syntax.ts'

const root = join(import.meta.dirname, '../../..')
const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.|\/testing\//.test(path),
)
const nodes = sources.flatMap((path) => nodesOf(path, readFileSync(join(root, path), 'utf8')))
const nodesOfType = (type: string) => nodes.filter((node) => node.type === type)
const importDeclarations = nodesOfType('ImportDeclaration').map(({ source, specifiers }) => ({
  from: String((source as Node).value),
  names: (specifiers as Node[]).map(({ imported }) => String((imported as Node | undefined)?.name)),
}))
const isNodeCrypto = (name: unknown) => name === 'crypto' || name === 'node:crypto'

/** Node's permitted functions for hashes, key derivation, randomness and comparison: none encrypts or signs. */
const PERMITTED_FUNCTIONS = [
  ...['createHash', 'createHmac', 'createSecretKey', 'hkdfSync', 'KeyObject', 'randomBytes', 'randomUUID'],
  'timingSafeEqual',
]
/** Node's permitted functions for keys of Web Push; `http_ece` agrees on keys and encrypts, `fast-jwt` signs. */
const PERMITTED_PUSH_FUNCTIONS = ['createECDH', 'ECDH', 'createPrivateKey']
const CRYPTOGRAPHY_LIBRARIES = ['@node-rs/argon2', 'age-encryption', 'fast-jwt', 'http_ece']
const CRYPTOGRAPHY_NAME =
  /http_ece|crypt|cipher|hash|argon|scrypt|jwt|jose|sodium|nacl|noble|forge|openpgp|age-enc|md5|sha\d/

describe('the product’s cryptography', () => {
  it('comes from Node and four libraries, and none is home-made', () => {
    const cryptoImports = importDeclarations.filter(
      ({ from }) => CRYPTOGRAPHY_NAME.test(from) && !from.startsWith('.'),
    )
    expect(new Set(cryptoImports.map(({ from }) => from))).toEqual(
      new Set(['node:crypto', ...CRYPTOGRAPHY_LIBRARIES]),
    )
    const direct = ['apps/server', 'apps/cli', 'apps/web', 'packages/contract'].flatMap((workspace) =>
      Object.keys(JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')).dependencies),
    )
    expect(direct.filter((name) => CRYPTOGRAPHY_NAME.test(name)).sort()).toEqual(CRYPTOGRAPHY_LIBRARIES)
  })

  it('uses no function of Node that encrypts or signs, so no mode or padding can be weak', () => {
    const nodeImports = importDeclarations.filter(({ from }) => isNodeCrypto(from))
    const allowed = [...PERMITTED_FUNCTIONS, ...PERMITTED_PUSH_FUNCTIONS]
    expect(nodeImports.flatMap(({ names }) => names).filter((name) => !allowed.includes(name))).toEqual([])
    // The module must not be loaded in another way than by a named import.
    expect(nodesOfType('Literal').filter(({ value }) => isNodeCrypto(value))).toHaveLength(nodeImports.length)
    const globalMembers = nodesOfType('MemberExpression').filter(
      ({ object, property }) =>
        (object as Node).name === 'crypto' || ['crypto', 'subtle'].includes(String((property as Node).name)),
    )
    expect(globalMembers).toEqual([])
  })

  it('uses SHA-256 as its only hash', () => {
    const hashed = nodesOfType('CallExpression')
      .filter(({ callee }) =>
        ['createHash', 'createHmac', 'hkdfSync'].includes(String((callee as Node).name)),
      )
      .map((node) => (node.arguments as Node[])[0])
    expect(hashed.length).toBeGreaterThan(5)
    expect(new Set(hashed.map((algorithm) => algorithm?.value))).toEqual(new Set(['sha256']))
  })
})
