import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { deleteBatch, prepareDeleteOfParent } from '../db/client/deleteBatch.ts'
import { accountLimits } from '../db/client/limits.ts'
import { preparedQuery, type Queryable } from '../db/client/open.ts'
import { pick } from '../db/schema/pick.ts'
import { knownDevices } from '../db/tables/accounts.ts'
import { parents } from '../db/tables/people.ts'
import { hmac, type Keys } from '../secrets/keys.ts'

/** A device is known only if it was last used after this time. */
const oldestUse = sql`now() - make_interval(days => ${sql.raw(String(accountLimits.knownDeviceDays))})`
const isOneOfDevices = sql`${knownDevices.device} = any(${sql.placeholder('given')}::text[])`
const isOfParent = eq(knownDevices.parent_id, sql.placeholder('parent_id'))

/** Returns the hashes under which a device's random proof may be stored, one per key; the current key's is first. */
const hashProof = (keys: Keys, proof: string) => keys.map((key) => hmac(key.devices, proof))

const findDevice = preparedQuery((db) =>
  db
    .select({ device: knownDevices.device })
    .from(knownDevices)
    .innerJoin(parents, eq(parents.id, knownDevices.parent_id))
    .where(
      and(
        isOneOfDevices,
        eq(parents.email, sql.placeholder('email')),
        gt(knownDevices.last_used_at, oldestUse),
      ),
    )
    .limit(1)
    .prepare('known_device'),
)

/** Returns the hash of the device that sent `proof`; undefined if the device is not known to the account. */
export async function findKnownDevice(
  db: Queryable,
  keys: Keys,
  { proof, email }: { proof: string | undefined; email: string },
): Promise<string | undefined> {
  if (proof === undefined) return undefined
  const proofHashes = hashProof(keys, proof)
  const found = await findDevice(db).execute({ given: proofHashes, email })
  return found.length > 0 ? proofHashes[0] : undefined
}

const copyDevice = preparedQuery((db) =>
  db
    .insert(knownDevices)
    .select((query) =>
      query
        .select({
          device: sql<string>`${sql.placeholder('device')}::text`.as('device'),
          ...pick(knownDevices, 'parent_id', 'created_at', 'last_used_at'),
        })
        .from(knownDevices)
        .where(isOneOfDevices),
    )
    .onConflictDoNothing()
    .prepare('copy_device'),
)

const saveDevice = preparedQuery((db) =>
  db
    .insert(knownDevices)
    .values({ device: sql.placeholder('device'), parent_id: sql.placeholder('parent_id') })
    .onConflictDoUpdate({
      target: [knownDevices.device, knownDevices.parent_id],
      set: { last_used_at: sql`now()` },
    })
    .prepare('note_device'),
)

const forgetOldestDevices = preparedQuery((db) =>
  db
    .delete(knownDevices)
    .where(
      and(
        isOfParent,
        sql`${knownDevices.device} in (select ${knownDevices.device} from ${knownDevices} where ${isOfParent}
          order by ${knownDevices.last_used_at} desc offset ${sql.raw(String(accountLimits.knownDevicesPerParent))})`,
      ),
    )
    .prepare('forget_oldest_devices'),
)

/**
 * Stores the device of `proof` as known to the account, and to the accounts that know it by its `previousProof`. Of the
 * account's devices, only the fifty that were used last are kept.
 */
export async function rememberDevice(
  transaction: Queryable,
  keys: Keys,
  {
    parent_id,
    proof,
    previousProof,
  }: { parent_id: number; proof: string; previousProof: string | undefined },
): Promise<void> {
  const [device] = hashProof(keys, proof)
  if (previousProof !== undefined)
    await copyDevice(transaction).execute({ device, given: hashProof(keys, previousProof) })
  await saveDevice(transaction).execute({ device, parent_id })
  await forgetOldestDevices(transaction).execute({ parent_id })
}

/** Removes all known devices of the account. */
export const forgetDevicesOf = prepareDeleteOfParent(knownDevices, 'forget_devices')

/** Removes a batch of the devices that were not used for `knownDeviceDays`. */
export const forgetUnusedDevices = (db: Queryable) =>
  deleteBatch(db, knownDevices, lt(knownDevices.last_used_at, oldestUse) as SQL)
