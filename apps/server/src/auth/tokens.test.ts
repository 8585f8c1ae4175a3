import { createHmac, randomBytes } from 'node:crypto'
import { loadKeys } from '@apoderados/core/secrets/keys'
import { CAROLINA, setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'
import { createTokens } from './tokens.ts'

const server = setupServer()
type TokenPart = Record<string, unknown>

const encodePart = (part: TokenPart) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decodePart = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as TokenPart
const signToken = (key: Buffer, header: TokenPart, payload: TokenPart) => {
  const text = `${encodePart(header)}.${encodePart(payload)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

/** Returns a valid token with its parts and signing key; `statusOf` returns the status of a call with any token. */
async function newTokenParts() {
  const jwt = await server().signIn(CAROLINA)
  const [header, payload] = jwt.split('.').map((part, index) => (index < 2 ? decodePart(part) : {})) as [
    TokenPart,
    TokenPart,
  ]
  const [{ jwt: key }] = server().services.keys
  const statusOf = async (token: string) => (await server().send('getProfile', {}, { jwt: token })).statusCode
  return { jwt, header, payload, key, statusOf }
}
const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('a token', () => {
  it('signed again with the right key is accepted, so that each forgery below fails only for its own change', async () => {
    const { header, payload, key, statusOf } = await newTokenParts()
    expect(await statusOf(signToken(key, header, payload))).toBe(200)
  })

  it.each<[string, (good: { header: TokenPart; payload: TokenPart; key: Buffer }) => string]>([
    [
      'without an algorithm',
      ({ header, payload }) => `${encodePart({ ...header, alg: 'none' })}.${encodePart(payload)}.`,
    ],
    [
      'with the algorithm none, signed',
      ({ header, payload, key }) => signToken(key, { ...header, alg: 'none' }, payload),
    ],
    [
      'that declares RS256',
      ({ header, payload, key }) => signToken(key, { ...header, alg: 'RS256' }, payload),
    ],
    [
      'that declares HS512',
      ({ header, payload, key }) => signToken(key, { ...header, alg: 'HS512' }, payload),
    ],
    ['signed with another key', ({ header, payload }) => signToken(randomBytes(32), header, payload)],
    ['signed with an empty key', ({ header, payload }) => signToken(Buffer.alloc(0), header, payload)],
    [
      'with another key id',
      ({ header, payload, key }) => signToken(key, { ...header, kid: '../../etc/passwd' }, payload),
    ],
    [
      'without a key id',
      ({ header: { kid: _, ...header }, payload, key }) => signToken(key, header, payload),
    ],
    [
      'with a critical extension',
      ({ header, payload, key }) => signToken(key, { ...header, crit: ['x'], x: 1 }, payload),
    ],
    ['of another type', ({ header, payload, key }) => signToken(key, { ...header, typ: 'at+jwt' }, payload)],
    ['expired', ({ header, payload, key }) => signToken(key, header, { ...payload, exp: nowSeconds() - 61 })],
    [
      'not valid yet',
      ({ header, payload, key }) => signToken(key, header, { ...payload, nbf: nowSeconds() + 3_600 }),
    ],
    [
      'issued in the future',
      ({ header, payload, key }) => signToken(key, header, { ...payload, iat: nowSeconds() + 3_600 }),
    ],
    ['that is truncated', ({ header, payload, key }) => signToken(key, header, payload).slice(0, -8)],
    [
      'of two parts',
      ({ header, payload, key }) => signToken(key, header, payload).split('.').slice(0, 2).join('.'),
    ],
    [
      'of four parts',
      ({ header, payload, key }) => `${signToken(key, header, payload)}.${encodePart(payload)}`,
    ],
    [
      'twice in one header',
      ({ header, payload, key }) => [1, 2].map(() => signToken(key, header, payload)).join(', Bearer '),
    ],
    [
      'with duplicate claims',
      ({ header, payload, key }) => {
        const twice = JSON.stringify(payload).replace('{', '{"sub":"1",').replace(/}$/, ',"sub":"2"}')
        const text = `${encodePart(header)}.${Buffer.from(twice).toString('base64url')}`
        return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
      },
    ],
    [
      'without an expiry',
      ({ header, payload: { exp: _, ...payload }, key }) => signToken(key, header, payload),
    ],
    [
      'for another audience',
      ({ header, payload, key }) => signToken(key, header, { ...payload, aud: 'otra' }),
    ],
    ['of another issuer', ({ header, payload, key }) => signToken(key, header, { ...payload, iss: 'otro' })],
    [
      'without a session',
      ({ header, payload: { sid: _, ...payload }, key }) => signToken(key, header, payload),
    ],
    [
      'of an unknown session',
      ({ header, payload, key }) => signToken(key, header, { ...payload, sid: '0'.repeat(32) }),
    ],
    ['of another parent', ({ header, payload, key }) => signToken(key, header, { ...payload, sub: '2' })],
    [
      'with a parent that is not a number',
      ({ header, payload, key }) => signToken(key, header, { ...payload, sub: '1 or 1=1' }),
    ],
  ])('%s is refused', async (_, forge) => {
    const good = await newTokenParts()
    const response = await server().send('getProfile', {}, { jwt: forge(good) })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ success: false, message: 'Token inválido' })
  })

  it('is refused if a byte of it changed, and in the query or without Bearer', async () => {
    const { jwt, statusOf } = await newTokenParts()
    const middle = Math.floor(jwt.length / 2)
    expect(
      await statusOf(jwt.slice(0, middle) + (jwt[middle] === 'A' ? 'B' : 'A') + jwt.slice(middle + 1)),
    ).toBe(401)
    expect((await server().send('getProfile', { token: jwt })).statusCode).toBe(401)
    const bare = await server().send('getProfile', {}, { headers: { authorization: jwt } })
    expect(bare.statusCode).toBe(401)
  })

  it('signed with the previous key is accepted, but no new one is signed with it', async () => {
    const [older, newer] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    const owner = { parent_id: 7, session_id: 'a'.repeat(32) }
    const before = createTokens(await loadKeys([older], '')).sign(owner, 60)
    const rotated = createTokens(await loadKeys([newer, older], ''))
    expect(rotated.read(before)).toEqual(owner)
    expect(createTokens(await loadKeys([newer], '')).read(rotated.sign(owner, 60))).toEqual(owner)
    expect(createTokens(await loadKeys([newer], '')).read(before)).toBeUndefined()
  })
})
