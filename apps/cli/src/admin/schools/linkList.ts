import { kinshipText } from '@apoderados/contract/office/people'
import type { Queryable } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { hasKey } from '@apoderados/core/db/schema/schoolKeys'
import { parents, studentParents, students } from '@apoderados/core/db/tables/people'
import { establishments } from '@apoderados/core/db/tables/schools'
import { and, asc, eq } from 'drizzle-orm'
import { printTable } from '../../terminal/terminal.ts'
import { UsageError } from '../../terminal/usageError.ts'
import { maskRut } from '../accounts/accountList.ts'
import { defineCommand } from '../command.ts'
import { findAccount, findStudent, SCHOOL_OPTION } from '../find.ts'

export const listLinks = defineCommand({
  name: 'link list',
  summary: 'Lista los vínculos de un estudiante o de una cuenta, y si su acceso está abierto',
  options: {
    student: { value: 'run', about: 'los apoderados de este estudiante' },
    account: { value: 'cuenta', about: 'los estudiantes de esta cuenta' },
    school: SCHOOL_OPTION,
    json: { about: 'como JSON' },
  },
  example: 'link list --student 40.100.001-1',
  async run({ student: run, account: cuenta, school, json }, { terminal, connect, auditCommand }) {
    if ((run === undefined) === (cuenta === undefined))
      throw new UsageError('Falta --student o --account: uno de los dos.')
    const { db } = await connect()
    const student = run === undefined ? undefined : await findStudent(db, run, school)
    const account = cuenta === undefined ? undefined : await findAccount(db, cuenta)
    const links = await readLinks(db, student?.id, account?.id)
    await auditCommand(db, { student_id: student?.id, parent_id: account?.id })
    if (json) return terminal.print(JSON.stringify(links, null, 2))
    if (links.length === 0) return terminal.print('Ningún vínculo.')
    printTable(
      terminal,
      ['RBD', 'RUN', 'Correo', 'Parentesco', 'Acceso', 'Motivo'],
      links.map((link) => [
        link.rbd,
        link.run ?? '—',
        link.email,
        kinshipText(link.parent_type, link.other_type),
        ...(link.has_access ? ['abierto', ''] : ['cerrado', link.no_access_reason ?? '']),
      ]),
    )
  },
})

async function readLinks(db: Queryable, student_id: number | undefined, parent_id: number | undefined) {
  const rows = await db
    .select({
      rbd: establishments.rbd,
      student_id: students.id,
      ...pick(students, 'rut', 'rut_dv'),
      parent_id: parents.id,
      email: parents.email,
      ...pick(studentParents, 'parent_type', 'other_type', 'has_access', 'no_access_reason'),
    })
    .from(studentParents)
    .innerJoin(establishments, eq(establishments.id, studentParents.establishment_id))
    .innerJoin(students, hasKey(students, studentParents, studentParents.student_id))
    .innerJoin(parents, eq(parents.id, studentParents.parent_id))
    .where(
      and(
        student_id === undefined ? undefined : eq(studentParents.student_id, student_id),
        parent_id === undefined ? undefined : eq(studentParents.parent_id, parent_id),
      ),
    )
    .orderBy(asc(establishments.rbd), asc(students.id), asc(parents.email))
  return rows.map(({ rut, rut_dv, ...row }) => ({ ...row, run: maskRut(rut, rut_dv) }))
}
