import { newKeys } from '@apoderados/testing/newKeys'
import { setupServer } from '@apoderados/testing/testServer'
import { beforeEach, describe, expect, it } from 'vitest'
import { signingKeys } from '../db/tables/accounts.ts'
import type { Keys } from '../secrets/keys.ts'
import { checkSigningKey, recordSigningKey } from './signingKeys.ts'

const server = setupServer()
const [[old], [fresh], [unrelated]] = await Promise.all([newKeys(), newKeys(), newKeys()])
const recordKeys = (keys: Keys) => recordSigningKey(server().db, keys)
const checkKeys = (keys: Keys) => checkSigningKey(server().db, keys)
const readKids = async () => (await server().db.select().from(signingKeys)).map(({ kid }) => kid)
const REFUSAL = 'la clave secreta no es la del servidor'

beforeEach(async () => {
  await server().db.delete(signingKeys)
})

describe('the key that commands must have', () => {
  it('is the current signing key of the server, and the first in the list', async () => {
    await recordKeys([old])
    await checkKeys([old])
    await checkKeys([old, fresh])
    await expect(checkKeys([unrelated, old])).rejects.toThrow(REFUSAL)
    await recordKeys([fresh, old])
    await checkKeys([fresh, old])
    await expect(checkKeys([old])).rejects.toThrow(REFUSAL)
    await recordKeys([fresh])
    await checkKeys([fresh])
    await expect(checkKeys([old, fresh])).rejects.toThrow(REFUSAL)
  })

  it('is that of the server that started last, and is stored once for several machines', async () => {
    await Promise.all([recordKeys([fresh, old]), recordKeys([fresh, old])])
    await recordKeys([fresh])
    expect(await readKids()).toEqual([fresh.kid])
    await recordKeys([old])
    expect(await readKids()).toEqual([old.kid])
  })

  it('is that of the first command until a server has started', async () => {
    await checkKeys([old])
    await expect(checkKeys([fresh])).rejects.toThrow(REFUSAL)
    await recordKeys([fresh])
    await expect(checkKeys([old])).rejects.toThrow(REFUSAL)
  })

  it('may be any stored key until a server of this version starts', async () => {
    await server()
      .db.insert(signingKeys)
      .values([{ kid: old.kid }, { kid: fresh.kid }])
    await checkKeys([old])
    await checkKeys([fresh])
    await expect(checkKeys([unrelated, old])).rejects.toThrow(REFUSAL)
    await recordKeys([fresh])
    expect(await readKids()).toEqual([fresh.kid])
  })
})
