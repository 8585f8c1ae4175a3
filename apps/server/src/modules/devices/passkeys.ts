import { messages, serverMessages } from '@apoderados/contract/messages'
import { lockAccount } from '@apoderados/core/accounts/accounts'
import { callsOf } from '@apoderados/core/accounts/attemptKeys'
import {
  addPasskey,
  findPasskey,
  notePasskeyUse,
  readPasskeys,
  removePasskey,
} from '@apoderados/core/accounts/passkeys'
import { audit } from '@apoderados/core/audit/audit'
import { accountLimits } from '@apoderados/core/db/client/limits'
import { queueMail } from '@apoderados/core/mails/mails'
import { identifyCaller } from '../../auth/caller.ts'
import { challengeCheck, newChallenge } from '../../auth/challenges.ts'
import { limitGuess } from '../../auth/limitedAttempts.ts'
import { openSession } from '../../auth/openSession.ts'
import { checkCreation, checkSignature, creationOptions, requestOptions } from '../../auth/webauthn.ts'
import type { DeviceContext, Handlers } from '../../http/context.ts'
import { HttpError, notFoundError } from '../../http/errors.ts'
import { relyingPartyOf, requireProof } from './proof.ts'

/** A passkey replaces the password, so that its device must check the person: by finger, face or PIN. */
const userVerification = 'required'

const wrongPasskeyError = (status = 400) => new HttpError(status, serverMessages.wrongPasskey)
const asFields = (options: object) => ({ options: options as Record<string, unknown> })

/** Returns the passkey, its account and its new counter. A wrong answer counts as a wrong sign-in of its caller. */
async function findSigner(answer: { id: string }, context: DeviceContext) {
  const { db, keys } = context
  const party = relyingPartyOf(context)
  const found = await findPasskey(db, answer.id)
  const caller = await identifyCaller(context, found?.account.email ?? '')
  // A signature cannot be guessed, so that a stranger's wrong ones do not count against the account.
  const signer = await limitGuess(db, 'login', [callsOf(caller, 'login')], async () => {
    if (!found) return undefined
    const check = challengeCheck(db, keys, 'sign in')
    const checked = await checkSignature(answer, check, [found.passkey], party, userVerification)
    return checked && { ...found, counter: checked.counter }
  })
  return { caller, signer, parent_id: found?.account.id ?? null }
}

export const passkeysHandlers = {
  async getPasskeys(_, context) {
    relyingPartyOf(context)
    const known = await readPasskeys(context.db, context.parent_id)
    return {
      passkeys: known.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      })),
    }
  },

  async startPasskeyProof(_, context) {
    const party = relyingPartyOf(context)
    const { db, keys, parent_id, session_id } = context
    const challenge = newChallenge(keys, `prove ${session_id}`)
    return asFields(
      await requestOptions(await readPasskeys(db, parent_id), { party, userVerification, challenge }),
    )
  },

  async startPasskey(proof, context) {
    const party = relyingPartyOf(context)
    const { db, keys, parent_id, session_id } = context
    const { email, name } = await requireProof(proof, context)
    const known = await readPasskeys(db, parent_id)
    if (known.length >= accountLimits.passkeysPerParent)
      throw new HttpError(409, serverMessages.tooManyPasskeys)
    const challenge = newChallenge(keys, `add ${session_id}`)
    const owner = { email, name, id: `parent ${parent_id}` }
    const settings = {
      rpName: 'Apoderados',
      isFoundByBrowser: true,
      party,
      userVerification,
      challenge,
    } as const
    return asFields(await creationOptions(owner, known, settings))
  },

  /** The challenge shows that the parent has proved in this session to be there. */
  async addPasskey({ name, passkey }, context) {
    const party = relyingPartyOf(context)
    const { db, keys, parent_id, session_id, address, mails } = context
    const check = challengeCheck(db, keys, `add ${session_id}`)
    const made = await checkCreation(passkey, check, party, userVerification)
    if (!made) throw wrongPasskeyError()
    await db.transaction(async (transaction) => {
      await lockAccount(transaction, parent_id)
      const known = await readPasskeys(transaction, parent_id)
      if (known.length >= accountLimits.passkeysPerParent)
        throw new HttpError(409, serverMessages.tooManyPasskeys)
      if (!(await addPasskey(transaction, parent_id, { ...made, name }))) throw wrongPasskeyError()
      await queueMail(transaction, { kind: 'passkeys_changed', parent_id })
      await audit(transaction, { action: 'passkey_added', parent_id, session_id, address })
    })
    mails.wake()
    return { success: true, message: serverMessages.passkeyAdded }
  },

  async removePasskey({ passkey_id, ...proof }, context) {
    relyingPartyOf(context)
    const { db, parent_id, session_id, address, mails } = context
    await requireProof(proof, context)
    await db.transaction(async (transaction) => {
      if (!(await removePasskey(transaction, parent_id, passkey_id))) throw notFoundError()
      await queueMail(transaction, { kind: 'passkeys_changed', parent_id })
      await audit(transaction, { action: 'passkey_removed', parent_id, session_id, address })
    })
    mails.wake()
    return { success: true, message: serverMessages.passkeyRemoved }
  },

  async startPasskeySignIn(_, context) {
    const party = relyingPartyOf(context)
    const challenge = newChallenge(context.keys, 'sign in')
    return asFields(await requestOptions([], { party, userVerification, challenge }))
  },

  async signInWithPasskey({ passkey }, context) {
    const { caller, signer, parent_id } = await findSigner(passkey, context)
    if (!signer) {
      const { db, address, auditRateLimit } = context
      if (auditRateLimit(address)) await audit(db, { action: 'login_failed', address, parent_id })
      throw wrongPasskeyError(401)
    }
    const account = { ...signer.account, invited_until: null }
    const refusal = () => new HttpError(401, messages.invalidCredentials)
    const opened = await openSession(context, caller, account, refusal, (transaction) =>
      notePasskeyUse(transaction, signer.passkey.id, signer.counter),
    )
    return { success: true as const, ...opened, message: serverMessages.signedIn }
  },
} satisfies Partial<Handlers>
