import type { Queryable } from '@apoderados/core/db/client/open'
import { changeStudentRun, lockStudent } from '@apoderados/core/people/accountChanges'
import { eraseStudents } from '@apoderados/core/retention/erasure'
import { hasCurrentOrFutureEnrollment } from '@apoderados/core/retention/leavers'
import { Refusal } from '@apoderados/importer/explain'
import type { Terminal } from '../../terminal/terminal.ts'
import { defineCommand } from '../command.ts'
import { findStudent, RUN_ARGUMENT, readRut, SCHOOL_OPTION } from '../find.ts'
import { removeFiles } from '../retention/removeFiles.ts'
import { inTransactionWithoutImport } from '../transaction.ts'

export const setStudentRut = defineCommand({
  name: 'student set-rut',
  summary: 'Corrige el RUN de un estudiante, o cambia su IPE por el RUN que recibió',
  args: { run: RUN_ARGUMENT, nuevo: { about: 'el RUN nuevo, con dígito verificador' } },
  options: { school: SCHOOL_OPTION },
  example: 'student set-rut 199.000.001-4 40.533.274-4',
  async run({ run, nuevo, school }, { terminal, connect, auditCommand }) {
    const number = readRut(nuevo)
    const { db } = await connect()
    await inTransactionWithoutImport(db, async (transaction) => {
      const { establishment_id, id } = await findStudent(transaction, run, school)
      const student = await lockStudent(transaction, { establishment_id, student_id: id })
      const outcome = student && (await changeStudentRun(transaction, student, number))
      if (outcome === 'same') throw new Refusal('El estudiante ya tiene ese RUN.')
      if (outcome !== 'changed') throw new Refusal('Otro estudiante del colegio ya tiene ese RUN.')
      await auditCommand(transaction, { establishment_id, student_id: id })
    })
    terminal.print(
      'RUN cambiado. Corríjalo también en sus planillas: la importación reconoce por él al estudiante.',
    )
  },
})

/** Requires that the RUN is typed again, so that a typing error does not erase another student. @throws {Refusal} */
async function confirmRun(terminal: Terminal, rut: string | null): Promise<void> {
  terminal.print(
    'Se borrarán para siempre el estudiante, sus notas, asistencia, atrasos, observaciones y fotos,',
  )
  terminal.print('y las cuentas de los apoderados que no tengan otro estudiante.')
  const response = await terminal.ask('Escriba otra vez el RUN del estudiante para confirmar: ')
  if (response === undefined)
    throw new Refusal('Falta la confirmación: agregue --yes si nadie puede responder.')
  if (response === '' || readRut(response).rut !== rut)
    throw new Refusal('No es el mismo RUN. No se borró nada.')
}

export const eraseStudent = defineCommand({
  name: 'student erase',
  summary: 'Borra para siempre a un estudiante que se fue, y las cuentas que quedan sin estudiantes',
  args: { run: RUN_ARGUMENT },
  options: {
    school: SCHOOL_OPTION,
    'still-enrolled': { about: 'también si tiene matrícula vigente este año' },
    yes: { about: 'sin preguntar' },
  },
  example: 'student erase 40.100.001-1',
  async run({ run, school, 'still-enrolled': isAllowed, yes }, { terminal, connect, auditCommand }) {
    const { db, keys, files } = await connect()
    const student = await findStudent(db, run, school)
    const refuseEnrolled = async (on: Queryable) => {
      if (isAllowed || !(await hasCurrentOrFutureEnrollment(on, student))) return
      throw new Refusal(
        'El estudiante tiene matrícula vigente este año. Para borrarlo igual agregue --still-enrolled.',
      )
    }
    await refuseEnrolled(db)
    if (!yes) await confirmRun(terminal, student.rut)
    const { establishment_id, id: student_id } = student
    const { account_ids, file_ids } = await inTransactionWithoutImport(db, async (transaction) => {
      await refuseEnrolled(transaction) // an import may have run during the prompt
      const erased = await eraseStudents(transaction, keys, { establishment_id, student_ids: [student_id] })
      const detail = { erased_accounts: erased.account_ids, erased_files: erased.file_ids.length }
      await auditCommand(transaction, { establishment_id, student_id, detail })
      return erased
    })
    const notRemoved = await removeFiles(files, file_ids)
    terminal.print(
      `Estudiante borrado. Cuentas borradas con él: ${account_ids.length}. Fotos: ${file_ids.length}.`,
    )
    if (notRemoved > 0)
      terminal.warn(`Fotos que no se pudieron borrar ahora: ${notRemoved}. Las borra retention run --apply.`)
    terminal.print('Los respaldos anteriores todavía lo contienen, hasta que venzan.')
  },
})
