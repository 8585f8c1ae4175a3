import type { Caller } from '@apoderados/core/accounts/attemptKeys'
import { findKnownDevice, rememberDevice } from '@apoderados/core/accounts/knownDevices'
import type { Queryable } from '@apoderados/core/db/client/open'
import type { DeviceContext } from '../http/context.ts'
import { newProof } from './deviceProof.ts'

/** Identifies the caller for the e-mail's rate limits: by a device that has signed in to the account, or by address. */
export async function identifyCaller(
  { db, keys, proof, address }: DeviceContext,
  email: string,
): Promise<Caller> {
  const device = await findKnownDevice(db, keys, { proof: proof.received, email })
  return { keys, address, device }
}

/**
 * Registers the device after a successful sign-in and returns the proof that the device must store. A received proof
 * that is not registered for this account is replaced: otherwise an attacker could plant a proof in a browser and have
 * it trusted.
 */
export async function registerDevice(
  transaction: Queryable,
  { device }: Caller,
  parent_id: number,
  { keys, proof: { received } }: DeviceContext,
): Promise<string> {
  const proof = device !== undefined && received !== undefined ? received : newProof()
  await rememberDevice(transaction, keys, { parent_id, proof, previousProof: received })
  return proof
}
