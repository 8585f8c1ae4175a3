import { accountAttemptKey, findThrottledAccounts } from '@apoderados/core/accounts/attemptKeys'
import type { Database } from '@apoderados/core/db/client/open'
import { pick } from '@apoderados/core/db/schema/pick'
import { parents, studentParents } from '@apoderados/core/db/tables/people'
import { dayInNumbers } from '@apoderados/core/letters/words'
import { parentTimeZone } from '@apoderados/core/mails/mailClock'
import { containing, removeAccents, rutDigits } from '@apoderados/core/people/names'
import type { Keys } from '@apoderados/core/secrets/keys'
import { and, asc, eq, exists, ilike, like, or, sql } from 'drizzle-orm'
import { printTable } from '../../terminal/terminal.ts'
import { defineCommand } from '../command.ts'
import { findSchoolId } from '../find.ts'

type AccountFilter = { search: string | undefined; establishment_id: number | undefined; isLocked: boolean }

function matchesSearch(text: string) {
  const digits = rutDigits(text)
  const pattern = containing(text)
  return or(
    ilike(parents.email, pattern),
    sql`${removeAccents(sql`${parents.name} || ' ' || ${parents.last_name}`)} like ${removeAccents(pattern)}`,
    digits === undefined ? undefined : like(parents.rut, containing(digits)),
  )
}

function readAccountRows(db: Database, { search, establishment_id }: AccountFilter) {
  const links = db.select({ one: sql`1` }).from(studentParents)
  const isLinked = eq(studentParents.parent_id, parents.id)
  return db
    .select({
      ...pick(parents, 'id', 'email', 'rut', 'rut_dv', 'is_active', 'password_changed', 'last_login_at'),
      time_zone: parentTimeZone,
      students: db.$count(studentParents, and(isLinked, eq(studentParents.has_access, true))),
    })
    .from(parents)
    .where(
      and(
        search === undefined ? undefined : matchesSearch(search),
        establishment_id === undefined
          ? undefined
          : exists(links.where(and(isLinked, eq(studentParents.establishment_id, establishment_id)))),
      ),
    )
    .orderBy(asc(parents.email))
}

/** Masks a RUT as '…468-3', with which an operator can tell two accounts apart without reading the whole number. */
export const maskRut = (rut: string | null, dv: string | null) => (rut ? `…${rut.slice(-3)}-${dv}` : null)

type AccountRow = Awaited<ReturnType<typeof readAccountRows>>[number]

const stateOf = ({ is_active, last_login_at, password_changed }: AccountRow, isLocked: boolean) => {
  if (!is_active) return 'cerrada'
  if (isLocked) return 'bloqueada'
  if (!last_login_at) return 'sin ingresar'
  return password_changed ? 'activa' : 'sin contraseña propia'
}

async function readListedAccounts(db: Database, keys: Keys, filter: AccountFilter) {
  const [rows, locked] = await Promise.all([readAccountRows(db, filter), findThrottledAccounts(db)])
  const accounts = rows.map((row) => {
    const state = stateOf(row, locked.size > 0 && locked.has(accountAttemptKey(keys, row.email)))
    const { id, email, rut, rut_dv, last_login_at, time_zone, students } = row
    return { id, email, rut: maskRut(rut, rut_dv), state, last_login_at, time_zone, students }
  })
  return filter.isLocked ? accounts.filter(({ state }) => state === 'bloqueada') : accounts
}

const PRINTED_ROWS_MAX = 100

export const listAccounts = defineCommand({
  name: 'account list',
  summary: 'Lista cuentas: correo, RUT a medias, estado, último ingreso y cuántos estudiantes ven',
  options: {
    search: { value: 'texto', about: 'parte del correo, del nombre o del RUT' },
    school: { value: 'rbd', about: 'solo apoderados de ese colegio' },
    locked: { about: 'solo las bloqueadas ahora para dispositivos nuevos, por intentos fallidos' },
    json: { about: 'todas, como JSON' },
  },
  example: 'account list --search muñoz',
  async run({ search, school, locked, json }, { terminal, connect }) {
    const { db, keys } = await connect()
    const establishment_id = await findSchoolId(db, school)
    const accounts = await readListedAccounts(db, keys, { search, establishment_id, isLocked: locked })
    if (json) return terminal.print(JSON.stringify(accounts, null, 2))
    if (accounts.length === 0) return terminal.print('Ninguna cuenta.')
    printTable(
      terminal,
      ['Correo', 'RUT', 'Estado', 'Último ingreso', 'Estudiantes'],
      accounts
        .slice(0, PRINTED_ROWS_MAX)
        .map(({ email, rut, state, last_login_at, time_zone, students }) => [
          email,
          rut ?? '—',
          state,
          last_login_at ? dayInNumbers(last_login_at, time_zone) : '—',
          String(students),
        ]),
    )
    const rest = accounts.length - PRINTED_ROWS_MAX
    if (rest > 0) terminal.print(`… y ${rest} más: acote con --search o --school, o use --json.`)
  },
})
