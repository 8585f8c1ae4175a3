import type { Queryable } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { invitations } from '@apoderados/core/db/tables/accounts'
import { parents } from '@apoderados/core/db/tables/people'
import { inviteParents } from '@apoderados/core/invitations/invitations'
import {
  isGuardian,
  isUnexpiredInvitation,
  readWaitingGuardians,
} from '@apoderados/core/invitations/waitingGuardians'
import { dayInNumbers } from '@apoderados/core/letters/words'
import { parentTimeZone } from '@apoderados/core/mails/mailClock'
import { isRevealable } from '@apoderados/core/secrets/oneTimeCodes'
import { Refusal } from '@apoderados/importer/explain'
import { and, asc, isNull, or } from 'drizzle-orm'
import type { Connection } from '../../connection.ts'
import { requirePublicUrl, writeInvitationLetters } from '../../letters/letters.ts'
import { printTable, type Terminal } from '../../terminal/terminal.ts'
import { UsageError } from '../../terminal/usageError.ts'
import { defineCommand } from '../command.ts'
import { ACCOUNT_ARGUMENT, findAccount, findSchoolId } from '../find.ts'
import { inTransactionWithoutImport } from '../transaction.ts'
import { DELIVERY_OPTIONS, readLettersPath } from './letterOptions.ts'

export const listInvitations = defineCommand({
  name: 'invitation list',
  summary: 'Lista a quienes nunca ingresaron o no han elegido su contraseña, y si su invitación rige',
  options: { school: { value: 'rbd', about: 'solo los de ese colegio' }, json: { about: 'como JSON' } },
  example: 'invitation list --school 90002-8',
  async run({ school, json }, { terminal, connect }) {
    const { db, keys } = await connect()
    const rows = await db
      .select({
        ...pick(parents, 'id', 'email', 'last_login_at'),
        invited_until: invitations.expires_at,
        seed: invitations.seed,
        time_zone: parentTimeZone,
      })
      .from(parents)
      .leftJoin(invitations, isUnexpiredInvitation)
      .where(
        and(
          isGuardian(db, await findSchoolId(db, school)),
          or(isNull(parents.last_login_at), isNull(parents.password_hash)),
        ),
      )
      .orderBy(asc(parents.email))
    const waiting = rows.map(({ invited_until, seed, ...row }) => {
      const has_other_key = seed !== null && !isRevealable(keys, seed)
      return { ...row, invited_until: has_other_key ? null : invited_until, has_other_key }
    })
    if (json) return terminal.print(JSON.stringify(waiting, null, 2))
    if (waiting.length === 0) return terminal.print('Nadie: todos han ingresado con su propia contraseña.')
    printTable(
      terminal,
      ['Correo', 'Ingreso', 'Invitación'],
      waiting.map((row) => [
        row.email,
        row.last_login_at ? 'sin elegir contraseña' : 'nunca',
        invitationStateText(row),
      ]),
    )
  },
})

type InvitationState = { invited_until: Date | null; has_other_key: boolean; time_zone: string }

function invitationStateText({ invited_until, has_other_key, time_zone }: InvitationState): string {
  if (has_other_key) return 'se hizo con otra clave secreta: envíela de nuevo'
  return invited_until ? `rige hasta el ${dayInNumbers(invited_until, time_zone)}` : 'ninguna vigente'
}

/**
 * Returns the ids of the accounts that need an invitation, in the school with this RBD or in all schools. Accounts with
 * a valid invitation are skipped, unless `includesInvited`.
 */
async function readAccountsToInvite(
  { db, keys }: Connection,
  rbd: string | undefined,
  includesInvited: boolean,
) {
  const establishment_id = await findSchoolId(db, rbd)
  const waiting = await readWaitingGuardians(db, keys, establishment_id)
  return waiting.filter(({ is_invited }) => includesInvited || !is_invited).map(({ id }) => id)
}

/** Asks the operator to confirm the invitations. @throws {Refusal} unless the operator does */
async function confirmSending(terminal: Terminal, count: number, path: string | undefined): Promise<void> {
  const delivery = path === undefined ? 'por correo' : 'por carta'
  const response = await terminal.ask(`Invitaciones ${delivery}: ${count}. ¿Continuar? (si/no) `)
  if (response === undefined)
    throw new Refusal('Falta la confirmación: agregue --yes si nadie puede responder.')
  if (!/^(s|si|sí)$/i.test(response)) throw new Refusal('No se invitó a nadie.')
}

/** Returns the id of an account. @throws {Refusal} if the account is closed or has its own password */
async function findAccountToInvite(db: Queryable, cuenta: string): Promise<number> {
  const { id, is_active, password_hash } = await findAccount(db, cuenta)
  if (!is_active) throw new Refusal('La cuenta está cerrada. Ábrala primero con account open.')
  if (password_hash !== null)
    throw new Refusal('La cuenta ya tiene su contraseña. Para darle otra use account reset.')
  return id
}

export const sendInvitations = defineCommand({
  name: 'invitation send',
  summary: 'Da contraseñas de un solo uso, por 14 días, a una cuenta o a todas las que esperan una',
  args: { cuenta: { ...ACCOUNT_ARGUMENT, isOptional: true } },
  options: {
    all: { about: 'a todos los que no tienen contraseña propia ni una invitación vigente' },
    again: { about: 'con --all: también a los invitados; lo que recibieron deja de servir' },
    school: { value: 'rbd', about: 'con --all: solo a los de ese colegio' },
    ...DELIVERY_OPTIONS,
    yes: { about: 'sin preguntar' },
  },
  example: 'invitation send --all --letters cartas.pdf',
  async run({ cuenta, all, again, school, yes, ...delivery }, { terminal, connect, auditCommand }) {
    const path = readLettersPath(delivery)
    if (all === (cuenta !== undefined)) throw new UsageError('Falta <cuenta> o --all: uno de los dos.')
    const connection = await connect()
    const { db, keys } = connection
    requirePublicUrl(connection.publicUrl)
    const ids =
      cuenta === undefined
        ? await readAccountsToInvite(connection, school, again)
        : [await findAccountToInvite(db, cuenta)]
    if (ids.length === 0) return terminal.print('Nadie espera una invitación.')
    if (all && !yes) await confirmSending(terminal, ids.length, path)
    const count = await inTransactionWithoutImport(db, async (transaction) => {
      const invited = await inviteParents(transaction, keys, ids, { byMail: path === undefined })
      // If the letters cannot be written, the passwords are not created either.
      if (path !== undefined) await writeInvitationLetters(transaction, connection, ids, path)
      const parent_id = all ? undefined : ids[0]
      await auditCommand(transaction, { parent_id, detail: { invited, by_mail: path === undefined } })
      return invited
    })
    terminal.print(nextStepMessage(count, path))
  },
})

/** Tells the operator how the passwords reach the parents: by mail, or in the letters of the file at `path`. */
export const nextStepMessage = (count: number, path: string | undefined) =>
  path === undefined
    ? `Correos en la cola: ${count}. El servidor los envía mientras está en marcha.`
    : `Cartas: ${count}, en ${path}. Imprímalas, entréguelas en mano y borre el archivo.`
