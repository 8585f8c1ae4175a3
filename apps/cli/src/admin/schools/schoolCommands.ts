import { pick } from '@apoderados/core/db/schema/pick'
import { establishments } from '@apoderados/core/db/tables/schools'
import { oneLine } from '@apoderados/core/pdf/oneLine'
import { isCurrentOrFutureEnrollment } from '@apoderados/core/retention/leavers'
import { Refusal } from '@apoderados/importer/explain'
import { isDemoOn } from '@apoderados/server/demo/remove'
import { asc, sql } from 'drizzle-orm'
import { printTable } from '../../terminal/terminal.ts'
import { defineCommand } from '../command.ts'
import { readRbd } from '../find.ts'
import { inTransactionWithoutImport } from '../transaction.ts'

const TIME_ZONES = ['America/Santiago', 'Pacific/Easter', 'America/Punta_Arenas', 'America/Coyhaique']
const TEXT_LENGTH_MAX = 200

/** Returns the text as one line. @throws {Refusal}, with `what` in the message, for an empty or overlong text */
function readText(what: string, text: string): string {
  const line = oneLine(text)
  if (line === '' || line.length > TEXT_LENGTH_MAX)
    throw new Refusal(`${what} debe tener de 1 a ${TEXT_LENGTH_MAX} caracteres.`)
  return line
}

/** Returns the phone number without blanks and punctuation. @throws {Refusal} for an invalid number */
function readPhone(text: string): string {
  const phone = text.replace(/[\s()-]/g, '')
  if (!/^\+\d{8,15}$/.test(phone)) throw new Refusal('El teléfono se escribe con su código: +56 2 2345 6789.')
  return phone
}

/** @throws {Refusal} for an unknown time zone */
function readZone(text: string): string {
  if (!TIME_ZONES.includes(text)) throw new Refusal(`La zona horaria es una de: ${TIME_ZONES.join(', ')}.`)
  return text
}

export const createSchool = defineCommand({
  name: 'school create',
  summary: 'Crea un colegio; también lo hace la importación, con la planilla establecimientos',
  args: { rbd: { about: 'RBD con dígito verificador' }, nombre: { about: 'como se muestra a las familias' } },
  options: {
    address: { value: 'dirección', about: 'calle, número y comuna' },
    phone: { value: 'teléfono', about: 'con código: +56 2 2345 6789' },
    zone: { value: 'zona', about: `${TIME_ZONES.join(', ')}; la primera si no se dice` },
    truncate: { about: 'los promedios se cortan en vez de aproximarse' },
    weights: { about: 'las evaluaciones cuentan por su ponderación' },
  },
  example: 'school create 90003-6 "Colegio Los Robles" --address "Av. Central 100, Maipú"',
  async run(
    { rbd: typed, nombre, address, phone, zone, truncate, weights },
    { terminal, connect, auditCommand },
  ) {
    const school = {
      rbd: readRbd(typed),
      name: readText('El nombre', nombre),
      address: address === undefined ? null : readText('La dirección', address),
      phone: phone === undefined ? null : readPhone(phone),
      time_zone: zone === undefined ? undefined : readZone(zone),
      rounding: truncate ? ('truncate' as const) : ('round' as const),
      uses_weights: weights,
    }
    const { db } = await connect()
    await inTransactionWithoutImport(db, async (transaction) => {
      if (await isDemoOn(transaction)) {
        throw new Refusal('Aquí está el colegio de demostración. Quítelo primero con demo off.')
      }
      const [created] = await transaction
        .insert(establishments)
        .values(school)
        .onConflictDoNothing()
        .returning({ id: establishments.id })
      if (!created) throw new Refusal('Ya hay un colegio con ese RBD.')
      await auditCommand(transaction, { establishment_id: created.id })
    })
    terminal.print('Colegio creado.')
  },
})

export const listSchools = defineCommand({
  name: 'school list',
  summary: 'Lista los colegios con sus estudiantes de hoy y sus apoderados',
  options: { json: { about: 'como JSON' } },
  example: 'school list',
  async run({ json }, { terminal, connect }) {
    const { db } = await connect()
    const isOfSchool = sql`establishment_id = ${establishments.id}`
    const schools = await db
      .select({
        ...pick(establishments, 'id', 'rbd', 'name'),
        students: sql<number>`(select count(distinct student_id)::int from enrollments
          where ${isOfSchool} and ${isCurrentOrFutureEnrollment})`,
        accounts: sql<number>`(select count(distinct parent_id)::int from student_parents where ${isOfSchool})`,
      })
      .from(establishments)
      .orderBy(asc(establishments.rbd))
    if (json) return terminal.print(JSON.stringify(schools, null, 2))
    if (schools.length === 0) return terminal.print('Ningún colegio.')
    printTable(
      terminal,
      ['RBD', 'Nombre', 'Estudiantes', 'Apoderados'],
      schools.map(({ rbd, name, students, accounts }) => [rbd, name, String(students), String(accounts)]),
    )
  },
})
