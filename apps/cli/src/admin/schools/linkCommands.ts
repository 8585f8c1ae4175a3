import { readAccount } from '@apoderados/core/accounts/accounts'
import type { Queryable } from '@apoderados/core/db/client/open'
import { oneLine } from '@apoderados/core/pdf/oneLine'
import {
  blockLinks,
  lockLink,
  restoreLink as openLink,
  readVisibleStudents,
  setRepresentative,
} from '@apoderados/core/people/links'
import { Refusal } from '@apoderados/importer/explain'
import { defineCommand } from '../command.ts'
import { ACCOUNT_ARGUMENT, findAccountForUpdate, findStudent, RUN_ARGUMENT, SCHOOL_OPTION } from '../find.ts'
import { inTransactionBesideImport, inTransactionWithoutImport } from '../transaction.ts'

const REASON_LENGTH_MAX = 500

/** Returns the reason as one line. @throws {Refusal} for an empty or overlong text */
function readReason(text: string): string {
  const reason = oneLine(text)
  if (reason === '') throw new Refusal('Escriba el motivo: queda junto al vínculo.')
  if (reason.length > REASON_LENGTH_MAX)
    throw new Refusal(`El motivo tiene más de ${REASON_LENGTH_MAX} caracteres.`)
  return reason
}

type LinkArguments = { run: string; cuenta: string; school: string | undefined }

/** Finds the link of a student and a guardian and locks it until the transaction ends. @throws {Refusal} */
async function findLink(transaction: Queryable, { run, cuenta, school }: LinkArguments) {
  const student = await findStudent(transaction, run, school)
  const { id: parent_id, name, last_name } = await findAccountForUpdate(transaction, cuenta)
  const { establishment_id, id: student_id } = student
  const ids = { establishment_id, student_id, parent_id }
  const link = await lockLink(transaction, ids)
  if (!link) throw new Refusal('Ese apoderado no está vinculado a ese estudiante.')
  return { ...link, ids, guardian: `${name} ${last_name}`.trim() }
}

type VisibleStudent = Awaited<ReturnType<typeof readVisibleStudents>>[number]

const spanishListFormat = new Intl.ListFormat('es', { type: 'conjunction' })
const namesIn = (found: { text: string }[]) => spanishListFormat.format(found.map(({ text }) => text))

export const blockLink = defineCommand({
  name: 'link block',
  summary: 'Cierra el acceso de un apoderado a un estudiante, de inmediato y en todos sus dispositivos',
  args: { run: RUN_ARGUMENT, cuenta: ACCOUNT_ARGUMENT },
  options: {
    reason: {
      value: 'motivo',
      about: 'resolución judicial o registro del colegio en que se funda',
      isRequired: true,
    },
    all: { about: 'también a los demás estudiantes que esa cuenta ve' },
    school: SCHOOL_OPTION,
  },
  example: 'link block 40.100.001-1 apoderado@example.com --reason "Rol C-123-2026, Juzgado de Familia"',
  async run({ run, cuenta, reason, all, school }, { terminal, connect, auditCommand }) {
    const no_access_reason = readReason(reason)
    const { db } = await connect()
    const { closed, others, guardian } = await inTransactionBesideImport(db, async (transaction) => {
      const link = await findLink(transaction, { run, cuenta, school })
      const { student_id, parent_id } = link.ids
      const visible = await readVisibleStudents(transaction, parent_id)
      const isNamed = ({ ids }: VisibleStudent) => ids.student_id === student_id
      const closing = all ? visible : visible.filter(isNamed)
      const blocked = [link.ids, ...closing.filter((each) => !isNamed(each)).map(({ ids }) => ids)]
      for (const ids of blocked) await auditCommand(transaction, ids)
      const open = closing.map(({ ids }) => ids)
      await blockLinks(transaction, blocked, open, no_access_reason)
      return {
        guardian: link.guardian,
        closed: closing,
        others: visible.filter((each) => !closing.includes(each)),
      }
    })
    if (closed.length > 0)
      terminal.print(
        `Acceso cerrado: ${guardian} ya no ve a ${namesIn(closed)}. Rige desde ya en todos los dispositivos; ninguna importación lo vuelve a abrir.`,
      )
    else terminal.print('El acceso ya estaba cerrado. Se guardó el motivo nuevo.')
    if (others.length > 0)
      terminal.print(
        `${guardian} todavía ve a ${namesIn(others)}. Para cerrarle también ese acceso, repita con --all.`,
      )
  },
})

export const restoreLink = defineCommand({
  name: 'link restore',
  summary: 'Devuelve el acceso de un apoderado a un estudiante',
  args: { run: RUN_ARGUMENT, cuenta: ACCOUNT_ARGUMENT },
  options: { school: SCHOOL_OPTION },
  example: 'link restore 40.100.001-1 apoderado@example.com',
  async run({ run, cuenta, school }, { terminal, connect, auditCommand }) {
    const { db } = await connect()
    const account = await inTransactionWithoutImport(db, async (transaction) => {
      const { has_access, ids } = await findLink(transaction, { run, cuenta, school })
      if (has_access) throw new Refusal('El acceso no estaba cerrado.')
      await openLink(transaction, ids)
      await auditCommand(transaction, ids)
      return readAccount(transaction, ids.parent_id)
    })
    terminal.print('Acceso devuelto. Rige desde ya.')
    if (account?.is_active && account.password_hash === null && account.invitation === null) {
      terminal.print(
        `La cuenta no tiene contraseña ni invitación: npm run admin -- invitation send ${account.email} --mail`,
      )
    }
  },
})

export const representLink = defineCommand({
  name: 'link represent',
  summary: 'Anota que un apoderado representa legalmente a un estudiante, y puede pedir por sus datos',
  args: { run: RUN_ARGUMENT, cuenta: ACCOUNT_ARGUMENT },
  options: { off: { about: 'anota que ya no lo representa' }, school: SCHOOL_OPTION },
  example: 'link represent 40.100.001-1 apoderada@example.com',
  async run({ run, cuenta, off, school }, { terminal, connect, auditCommand }) {
    const { db } = await connect()
    await inTransactionWithoutImport(db, async (transaction) => {
      const { ids } = await findLink(transaction, { run, cuenta, school })
      await setRepresentative(transaction, ids, !off)
      await auditCommand(transaction, { ...ids, detail: { after: !off } })
    })
    terminal.print(
      off ? 'Anotado: ya no lo representa. Rige desde ya.' : 'Anotado: lo representa legalmente.',
    )
  },
})
