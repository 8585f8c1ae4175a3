import { roleNames, type StaffRole, staffRoles } from '@apoderados/contract/office/roles'
import type { Queryable } from '@apoderados/core/db/client/open'
import { establishments } from '@apoderados/core/db/tables/schools'
import { dayInNumbers } from '@apoderados/core/letters/words'
import { oneLine } from '@apoderados/core/pdf/oneLine'
import { forgetStaffAttempts } from '@apoderados/core/staff/staffAttempts'
import { inviteStaffMember } from '@apoderados/core/staff/staffInvitations'
import {
  addStaffMember,
  endStaffAccess,
  findStaffByEmail,
  lockAccess,
  readStaffOfSchool,
  schoolsOfMember,
} from '@apoderados/core/staff/staffMembers'
import { Refusal } from '@apoderados/importer/explain'
import { enrolmentLink } from '@apoderados/server/mail/composeMail'
import { asc, eq } from 'drizzle-orm'
import { printTable, type Terminal } from '../../terminal/terminal.ts'
import { type CommandContext, defineCommand } from '../command.ts'
import { findSchool, readEmail } from '../find.ts'
import { inTransactionBesideImport } from '../transaction.ts'

const EMAIL_ARGUMENT = { about: 'correo de la persona' }
const SCHOOL_OPTION = { value: 'rbd', about: 'el colegio', isRequired: true } as const
const STATE_NAMES = { active: 'activa', invited: 'por registrarse', expired: 'enlace vencido' }

const plainName = (role: StaffRole) =>
  roleNames[role]
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
const PLAIN_ROLES = staffRoles.map(plainName).join(', ')

/** @throws {Refusal} */
function readRole(text: string): StaffRole {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  const role = staffRoles.find((each) => plainName(each) === plain)
  if (!role) throw new Refusal(`El rol es uno de: ${PLAIN_ROLES}.`)
  return role
}

async function findStaff(db: Queryable, typed: string) {
  const member = await findStaffByEmail(db, readEmail(typed))
  if (!member) throw new Refusal('No hay una cuenta del personal con ese correo.')
  return member
}

/** Prints the link by which the person enrols, which is also in the mail. */
function printLink(terminal: Terminal, officeUrl: string | undefined, secret: string): void {
  terminal.print(
    'El correo con el enlace para registrarse queda en la cola. Si no llega, entregue este enlace solo',
  )
  terminal.print('a esa persona; sirve una vez:')
  terminal.print(enrolmentLink(officeUrl ?? '<OFFICE_PUBLIC_URL>', secret))
}

export const addStaff = defineCommand({
  name: 'staff add',
  summary: 'Da a una persona acceso al sitio del personal de un colegio',
  args: { correo: EMAIL_ARGUMENT, nombre: { about: 'nombre y apellidos' } },
  options: { school: SCHOOL_OPTION, role: { value: 'rol', about: PLAIN_ROLES, isRequired: true } },
  example: 'staff add directora@example.com "Gloria Venegas" --school 90003-6 --role direccion',
  async run({ correo, nombre, school, role: typedRole }, { terminal, connect, auditCommand }) {
    const [email, name, role] = [readEmail(correo), oneLine(nombre), readRole(typedRole)]
    if (name === '') throw new Refusal('Escriba el nombre de la persona.')
    const { db, keys, officeUrl } = await connect()
    const invitation = await inTransactionBesideImport(db, async (transaction) => {
      const { id: school_id } = await findSchool(transaction, school)
      const added = await addStaffMember(transaction, { school_id, email, name, role }, { by: null, keys })
      if (added === 'present') throw new Refusal('Esa persona ya trabaja en ese colegio.')
      await auditCommand(transaction, {
        establishment_id: school_id,
        detail: { member: added.staff_id, after: role },
      })
      return added.invitation
    })
    terminal.print('Acceso agregado.')
    if (invitation === undefined) terminal.print('Ya tiene cuenta: entra con la que usa.')
    else printLink(terminal, officeUrl, invitation)
  },
})

export const listStaff = defineCommand({
  name: 'staff list',
  summary: 'Muestra el personal con acceso, por colegio',
  options: { school: { value: 'rbd', about: 'solo este colegio' } },
  example: 'staff list --school 90003-6',
  async run({ school }, { terminal, connect }) {
    const { db } = await connect()
    const only = school === undefined ? undefined : await findSchool(db, school)
    const schools = await db
      .select({ id: establishments.id, rbd: establishments.rbd, time_zone: establishments.time_zone })
      .from(establishments)
      .where(only && eq(establishments.id, only.id))
      .orderBy(asc(establishments.rbd))
    const rows: string[][] = []
    for (const { id, rbd, time_zone } of schools)
      for (const { email, name, role, state, last_login_at } of await readStaffOfSchool(db, id)) {
        const lastLogin = last_login_at === null ? '' : dayInNumbers(new Date(last_login_at), time_zone)
        rows.push([rbd, email, name, roleNames[role], STATE_NAMES[state], lastLogin])
      }
    if (rows.length === 0) return terminal.print('Nadie tiene acceso.')
    printTable(terminal, ['RBD', 'Correo', 'Nombre', 'Rol', 'Estado', 'Último ingreso'], rows)
  },
})

export const endStaff = defineCommand({
  name: 'staff end',
  summary: 'Termina el acceso de una persona a un colegio: sus sesiones terminan ya',
  args: { correo: EMAIL_ARGUMENT },
  options: { school: SCHOOL_OPTION },
  example: 'staff end secretaria@example.com --school 90003-6',
  async run({ correo, school }, { terminal, connect, auditCommand }) {
    const { db } = await connect()
    await inTransactionBesideImport(db, async (transaction) => {
      const { id: school_id } = await findSchool(transaction, school)
      const { id: staff_id } = await findStaff(transaction, correo)
      const access = await lockAccess(transaction, school_id, staff_id)
      if (!access) throw new Refusal('Esa persona no tiene acceso a ese colegio.')
      await endStaffAccess(transaction, { school_id, staff_id, by: null })
      await auditCommand(transaction, {
        establishment_id: school_id,
        detail: { member: staff_id, before: access.role },
      })
    })
    terminal.print('Acceso terminado.')
  },
})

export const resetStaff = defineCommand({
  name: 'staff reset',
  summary:
    'Quita contraseña, segundo factor y sesiones de una persona, y da un enlace para registrarse de nuevo',
  args: { correo: EMAIL_ARGUMENT },
  example: 'staff reset secretaria@example.com',
  async run({ correo }, context) {
    const { db, officeUrl } = await context.connect()
    const secret = await inTransactionBesideImport(db, (transaction) => reset(transaction, correo, context))
    context.terminal.print('La contraseña y los factores anteriores ya no sirven.')
    printLink(context.terminal, officeUrl, secret)
  },
})

async function reset(
  transaction: Queryable,
  typed: string,
  { connect, auditCommand }: CommandContext,
): Promise<string> {
  const { keys } = await connect()
  const member = await findStaff(transaction, typed)
  const schools = await schoolsOfMember(transaction, member.id)
  if (schools.length === 0) throw new Refusal('Esa persona no tiene acceso a ningún colegio: use staff add.')
  await forgetStaffAttempts(transaction, keys, member)
  const secret = await inviteStaffMember(transaction, keys, member.id)
  for (const { id } of schools)
    await auditCommand(transaction, { establishment_id: id, detail: { member: member.id } })
  return secret
}
