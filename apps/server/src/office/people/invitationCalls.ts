import { invitedByMail, officeMessages } from '@apoderados/contract/office/officeMessages'
import { revokeAccess } from '@apoderados/core/accounts/revokeAccess'
import type { Queryable } from '@apoderados/core/db/client/open'
import { readInvitations } from '@apoderados/core/invitations/invitationLetters'
import { inviteParents, resetAccess } from '@apoderados/core/invitations/invitations'
import { readWaitingGuardians } from '@apoderados/core/invitations/waitingGuardians'
import { isLinkedElsewhere } from '@apoderados/core/people/accountChanges'
import { HttpError } from '../../http/errors.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'
import { auditAct, lockOwnGuardian, write } from './peopleChanges.ts'

const refusal = (message: string) => new HttpError(409, message)

/** Returns the address that mails and letters name. @throws {HttpError} 503 without it */
function requirePublicUrl({ publicUrl }: SchoolContext): string {
  if (publicUrl === undefined) throw new HttpError(503, officeMessages.noPublicUrl)
  return publicUrl
}

/** Prints the letters of these guardians' valid invitations. The library is loaded only when somebody prints. */
async function printLettersOf(transaction: Queryable, context: SchoolContext, parent_ids: number[]) {
  const publicUrl = requirePublicUrl(context)
  const { printLetters } = await import('@apoderados/core/letters/printLetters')
  const letters = readInvitations(transaction, context.keys, parent_ids)
  const parts: Uint8Array[] = []
  for await (const part of printLetters(letters, publicUrl, () => undefined)) parts.push(part)
  return { content_type: 'application/pdf', body: Buffer.concat(parts), file_name: 'cartas.pdf' }
}

type InviteRequest = { school_id: number; parent_ids: number[]; keeps_valid: boolean }

/**
 * Gives one-time passwords to the guardians of the school who have no password of their own, and returns the ids of those
 * who hold one now. @throws {HttpError} 409 if nobody waits
 */
async function invite(
  transaction: Queryable,
  context: SchoolContext,
  { school_id, parent_ids, keeps_valid }: InviteRequest,
  byMail: boolean,
): Promise<{ invited: number[]; holding: number[] }> {
  const waiting = await readWaitingGuardians(transaction, context.keys, school_id, parent_ids)
  if (waiting.length === 0) throw refusal(officeMessages.nobodyToInvite)
  // A letter is in the school's hands, and the account also opens what the other school keeps.
  if (!byMail)
    for (const { id } of waiting)
      if (await isLinkedElsewhere(transaction, id, school_id)) throw refusal(officeMessages.guardianElsewhere)
  const invited = waiting.filter(({ is_invited }) => !(keeps_valid && is_invited)).map(({ id }) => id)
  await inviteParents(transaction, context.keys, invited, { byMail })
  for (const parent_id of byMail ? invited : waiting.map(({ id }) => id))
    await auditAct(transaction, context, school_id, 'people_invited', {
      parent_id,
      detail: { by_mail: byMail },
    })
  return { invited, holding: waiting.map(({ id }) => id) }
}

type GuardianRequest = { school_id: number; parent_id: number }

/** Takes a guardian's password away and gives a one-time password. @throws {HttpError} 404, 409 */
async function resetGuardian(
  transaction: Queryable,
  context: SchoolContext,
  { school_id, parent_id }: GuardianRequest,
  byMail: boolean,
): Promise<void> {
  await lockOwnGuardian(transaction, { school_id, parent_id })
  if (!(await resetAccess(transaction, context.keys, parent_id, { byMail })))
    throw refusal(officeMessages.accountIsClosed)
  await auditAct(transaction, context, school_id, 'people_key_sent', {
    parent_id,
    detail: { by_mail: byMail },
  })
}

export const invitationHandlers = {
  async inviteByMail(request, context) {
    requirePublicUrl(context)
    const { invited } = await write(context, (transaction) => invite(transaction, context, request, true))
    context.mails.wake()
    if (invited.length === 0) throw refusal(officeMessages.nobodyToInvite)
    return { success: true, message: invitedByMail(invited.length) }
  },

  // If the letters cannot be printed, the passwords are not created either.
  async inviteByLetter(request, context) {
    requirePublicUrl(context)
    return write(context, async (transaction) => {
      const { holding } = await invite(transaction, context, request, false)
      return printLettersOf(transaction, context, holding)
    })
  },

  async sendKeyByMail(request, context) {
    requirePublicUrl(context)
    await write(context, (transaction) => resetGuardian(transaction, context, request, true), {
      besideImport: true,
    })
    context.mails.wake()
    return { success: true, message: invitedByMail(1) }
  },

  async sendKeyByLetter(request, context) {
    requirePublicUrl(context)
    const file = await write(
      context,
      async (transaction) => {
        await resetGuardian(transaction, context, request, false)
        return printLettersOf(transaction, context, [request.parent_id])
      },
      { besideImport: true },
    )
    context.mails.wake() // the owner of the mailbox is told
    return file
  },

  async withdrawInvitations({ school_id, parent_ids }, context) {
    await write(context, async (transaction) => {
      const waiting = await readWaitingGuardians(transaction, context.keys, school_id, parent_ids)
      const ids = waiting.filter(({ is_invited }) => is_invited).map(({ id }) => id)
      if (ids.length === 0) throw refusal(officeMessages.nobodyToInvite)
      await revokeAccess(transaction, ids)
      for (const parent_id of ids)
        await auditAct(transaction, context, school_id, 'people_invitations_withdrawn', { parent_id })
    })
    return { success: true, message: officeMessages.invitationsWithdrawn }
  },
} satisfies Partial<OfficeHandlers>
