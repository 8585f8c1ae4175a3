import { createRandom } from '@apoderados/school-data/random'
import { type CrashEnvironment, watch } from '../crashEnvironment.ts'
import { differences, readFamily } from './actual.ts'
import type { Family } from './family.ts'
import type { Client } from './writer.ts'

export const FIRST_PASSWORD = 'Clave-primera'

/** An account of which nothing has been written yet. */
export const untouched = ({ id, email }: { id: number; email: string }) => ({
  ...{ id, email, password: FIRST_PASSWORD, sessions: new Map(), hasCode: false, wrongCodes: 0 },
  ...{ failures: 0, knownDevices: 0, rows: new Map<string, number>() },
})

/** The accounts that are written to, each family by one client, as they stand in the database. */
export async function openClients(
  place: CrashEnvironment,
  families: number,
  seed: number,
): Promise<Client[]> {
  const look = await watch(place)
  const hash = await look.passwords.hash(FIRST_PASSWORD)
  const { rows } = await look.client.query<{ id: number; email: string }>(
    `update parents set password_hash = $1, is_active = true where id in (
      select id from parents order by id desc limit $2) returning id::int, email`,
    [hash, families * 2],
  )
  const clients: Client[] = []
  for (let index = 0; index < families; index += 1) {
    const [one, other] = rows.slice(index * 2) as [(typeof rows)[0], (typeof rows)[0]]
    const family: Family = {
      ...{ name: `family ${index + 1}`, accounts: [untouched(one), untouched(other)] },
      ...{ devices: new Map(), dead: { jwts: [], codes: [] } },
    }
    const actual = await readFamily(look, [family])
    for (const place of [0, 1] as const) {
      const { rows, knownDevices } = actual.accounts[place]
      Object.assign(family.accounts[place], { rows, knownDevices })
    }
    const apart = differences(actual, family)
    if (apart.length > 0) throw new Error(`not as it should begin: ${apart.join('; ')}`)
    const random = createRandom(seed + index * 7919)
    clients.push({ family, random, mailbox: place.mailbox, codesSeen: [0, 0] })
  }
  await look.close()
  return clients
}
