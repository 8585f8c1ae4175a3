import { newKeys } from '@apoderados/server/testing/database/backups'
import { useServer } from '@apoderados/server/testing/testServer'
import { beforeEach, describe, expect, it } from 'vitest'
import { signingKeys } from '../schema/schema.ts'
import type { Keys } from '../secrets/keys.ts'
import { checkSigningKey, recordSigningKey } from './signingKeys.ts'

const server = useServer()
const [[old], [fresh], [unrelated]] = await Promise.all([newKeys(), newKeys(), newKeys()])
const record = (keys: Keys) => recordSigningKey(server().db, keys)
const check = (keys: Keys) => checkSigningKey(server().db, keys)
const kids = async () => (await server().db.select().from(signingKeys)).map(({ kid }) => kid)
const REFUSED = 'la clave secreta no es la del servidor'

beforeEach(async () => {
  await server().db.delete(signingKeys)
})

describe('the key that commands must have', () => {
  it('is the current signing key of the server, and the first in the list', async () => {
    await record([old])
    await check([old])
    await check([old, fresh])
    await expect(check([unrelated, old])).rejects.toThrow(REFUSED)
    await record([fresh, old])
    await check([fresh, old])
    await expect(check([old])).rejects.toThrow(REFUSED)
    await record([fresh])
    await check([fresh])
    await expect(check([old, fresh])).rejects.toThrow(REFUSED)
  })

  it('is that of the server that started last, and is stored once for several machines', async () => {
    await Promise.all([record([fresh, old]), record([fresh, old])])
    await record([fresh])
    expect(await kids()).toEqual([fresh.kid])
    await record([old])
    expect(await kids()).toEqual([old.kid])
  })

  it('is that of the first command until a server has started', async () => {
    await check([old])
    await expect(check([fresh])).rejects.toThrow(REFUSED)
    await record([fresh])
    await expect(check([old])).rejects.toThrow(REFUSED)
  })

  it('may be any stored key until a server of this version starts', async () => {
    await server()
      .db.insert(signingKeys)
      .values([{ kid: old.kid }, { kid: fresh.kid }])
    await check([old])
    await check([fresh])
    await expect(check([unrelated, old])).rejects.toThrow(REFUSED)
    await record([fresh])
    expect(await kids()).toEqual([fresh.kid])
  })
})
