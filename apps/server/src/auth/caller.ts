import type { Caller } from '@apoderados/database/accounts/attemptKeys'
import { findKnownDevice, rememberDevice } from '@apoderados/database/accounts/knownDevices'
import type { Queryable } from '@apoderados/database/client/open'
import type { DeviceContext } from '../http/context.ts'
import { newProof } from './deviceProof.ts'

/** Who tries something about this e-mail: a device that has signed in to its account before, or an address. */
export async function callerOf({ db, keys, proof, address }: DeviceContext, email: string): Promise<Caller> {
  const device = await findKnownDevice(db, keys, { proof: proof.given, email })
  return { keys, address, device }
}

/**
 * The device proof to keep after a successful sign-in. A proof that the request brought and that is not known for this
 * account is replaced: otherwise a person who planted it would be trusted too.
 */
export async function keepProof(
  transaction: Queryable,
  { device }: Caller,
  parent_id: number,
  { keys, proof: { given } }: DeviceContext,
): Promise<string> {
  const proof = device !== undefined && given !== undefined ? given : newProof()
  await rememberDevice(transaction, keys, { parent_id, proof, given })
  return proof
}
