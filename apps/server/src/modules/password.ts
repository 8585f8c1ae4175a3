import { serverMessages } from '@apoderados/contract/messages'
import { readAccount, setPassword } from '@apoderados/core/accounts/accounts'
import { passwordChangesOf } from '@apoderados/core/accounts/attemptKeys'
import { forgetDevicesOf } from '@apoderados/core/accounts/knownDevices'
import { audit } from '@apoderados/core/audit/audit'
import { identifyCaller, registerDevice } from '../auth/caller.ts'
import { accountWithPassword, refuseWeakNewPassword } from '../auth/passwordCheck.ts'
import type { Handlers } from '../http/context.ts'
import { HttpError, unavailableError } from '../http/errors.ts'

/** Returns the refusal of a wrong current password: 400, because 401 would sign the parent out (R14). */
const wrongPasswordError = () => new HttpError(400, serverMessages.wrongCurrentPassword)

export const passwordHandlers = {
  /** Forgets all other devices of the account: somebody who once knew the password may have one. */
  async changePassword({ current_password, new_password }, context) {
    const { db, passwords, mails, parent_id, session_id, address, deadlineAt, proof } = context
    const since = performance.now()
    const known = await readAccount(db, parent_id)
    const attempts = [passwordChangesOf(context.keys, known?.email ?? '', context.limits.signIns)]
    const account = await accountWithPassword(known, current_password, context, attempts)
    if (!account) {
      await audit(db, { action: 'password_change_failed', parent_id, session_id, address })
      throw wrongPasswordError()
    }
    refuseWeakNewPassword(new_password, account, context)
    const password_hash = await passwords.hash(new_password, since)
    if (performance.now() > deadlineAt) throw unavailableError('hashing') // the caller already got 503
    const keptSession = { session_id, changed_at: account.changed_at }
    const caller = await identifyCaller(context, account.email)
    const newProof = await db.transaction(async (transaction) => {
      if (!(await setPassword(transaction, { parent_id, password_hash, keptSession })))
        throw wrongPasswordError()
      await forgetDevicesOf(transaction, parent_id)
      await audit(transaction, { action: 'password_changed', parent_id, session_id, address })
      return registerDevice(transaction, caller, parent_id, context)
    })
    proof.send(newProof)
    mails.wake()
    return { success: true, message: serverMessages.passwordChanged }
  },
} satisfies Partial<Handlers>
