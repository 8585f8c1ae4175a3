import { createRandom } from '@apoderados/school-data/random'
import { type CrashEnvironment, openObserver } from '../crashEnvironment.ts'
import { differences, readFamily } from './actual.ts'
import type { Family } from './family.ts'
import type { Client } from './writer.ts'

export const FIRST_PASSWORD = 'Clave-primera'

/** Returns an account of the model before any write. */
export const initialAccount = ({ id, email }: { id: number; email: string }) => ({
  ...{ id, email, password: FIRST_PASSWORD, sessions: new Map(), hasCode: false, wrongCodes: 0 },
  ...{ failures: 0, knownDevices: 0, rows: new Map<string, number>() },
})

/** Prepares the accounts of the trial, two per family and one family per client, and reads their state. */
export async function openClients(
  system: CrashEnvironment,
  families: number,
  seed: number,
): Promise<Client[]> {
  const observer = await openObserver(system)
  const hash = await observer.passwords.hash(FIRST_PASSWORD)
  const { rows } = await observer.client.query<{ id: number; email: string }>(
    `update parents set password_hash = $1, is_active = true where id in (
      select id from parents order by id desc limit $2) returning id::int, email`,
    [hash, families * 2],
  )
  const clients: Client[] = []
  for (let index = 0; index < families; index += 1) {
    const [one, other] = rows.slice(index * 2) as [(typeof rows)[0], (typeof rows)[0]]
    const family: Family = {
      ...{ name: `family ${index + 1}`, accounts: [initialAccount(one), initialAccount(other)] },
      ...{ devices: new Map(), dead: { jwts: [], codes: [] } },
    }
    const actual = await readFamily(observer, [family])
    for (const position of [0, 1] as const) {
      const { rows, knownDevices } = actual.accounts[position]
      Object.assign(family.accounts[position], { rows, knownDevices })
    }
    const startDifferences = differences(actual, family)
    if (startDifferences.length > 0) throw new Error(`not as it should begin: ${startDifferences.join('; ')}`)
    const random = createRandom(seed + index * 7919)
    clients.push({ family, random, mailbox: system.mailbox, codesSeen: [0, 0] })
  }
  await observer.close()
  return clients
}
