import type { OfficeRequestOf } from '@apoderados/contract/office/officeApi'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import {
  OPERATOR_NAME,
  REGISTER_PAGE_LINES,
  type RegisterLine,
  registerActions,
} from '@apoderados/contract/office/register'
import { isAllowed, roleNames, staffRoles } from '@apoderados/contract/office/roles'
import { audit } from '@apoderados/core/audit/audit'
import { countRegister, type RegisterFilter, readRegister } from '@apoderados/core/staff/schoolRegister'
import { HttpError } from '../../http/errors.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'

const EXPORT_LINES_MAX = 20_000

/** Returns the filter of the request, with the lines that the caller's role may read. */
export function filterFor(
  request: OfficeRequestOf<'exportRegister'>,
  { role, staff_id }: SchoolContext,
): RegisterFilter {
  if (isAllowed(role, 'register.all')) return request
  return { ...request, ownOf: staff_id, withLoads: isAllowed(role, 'register.loads') }
}

const HEADER = [
  'Fecha',
  'Quién',
  'Acción',
  'Sobre',
  'Apoderado',
  'Estudiante',
  'Antes',
  'Después',
  'Motivo',
  'Desde',
]

/** A cell of a CSV for Excel in Chile. A text that Excel would run as a formula gets an apostrophe. */
export const cellOf = (value: string) =>
  `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

const roleNameOf = (value: unknown) => {
  const role = staffRoles.find((each) => each === value)
  return role ? roleNames[role] : typeof value === 'string' ? value : ''
}

function cellsOf({ at, action, staff, member, guardian, student, detail, address }: RegisterLine): string[] {
  return [
    at,
    staff?.name ?? (action === 'operator' ? OPERATOR_NAME : ''),
    registerActions[action as keyof typeof registerActions] ?? action,
    member?.name ?? (typeof detail.about === 'string' ? detail.about : ''),
    guardian?.name ?? '',
    student?.name ?? '',
    roleNameOf(detail.before),
    roleNameOf(detail.after),
    typeof detail.reason === 'string' ? detail.reason : '',
    address ?? '',
  ]
}

/** Writes the lines as CSV with semicolons and a byte order mark, as Excel in Chile opens it. */
const csvOf = (lines: RegisterLine[]) =>
  Buffer.from(
    `\uFEFF${[HEADER, ...lines.map(cellsOf)].map((cells) => cells.map(cellOf).join(';')).join('\r\n')}\r\n`,
  )

export const registerHandlers = {
  async getRegister({ page = 1, ...request }, context) {
    const { db } = context
    const filter = filterFor(request, context)
    const offset = (page - 1) * REGISTER_PAGE_LINES
    const lines = await readRegister(db, filter, { limit: REGISTER_PAGE_LINES, offset })
    return { lines, total: await countRegister(db, filter) }
  },

  async exportRegister(request, context) {
    const { db, staff_id, session, address } = context
    const filter = filterFor(request, context)
    if ((await countRegister(db, filter)) > EXPORT_LINES_MAX)
      throw new HttpError(400, officeMessages.tooManyLines)
    const lines = await readRegister(db, filter, { limit: EXPORT_LINES_MAX })
    await audit(db, {
      action: 'register_exported',
      staff_id,
      session_id: session.session_id,
      establishment_id: request.school_id,
      student_id: request.student_id ?? null,
      address,
      detail: { lines: lines.length },
    })
    return { content_type: 'text/csv; charset=utf-8', body: csvOf(lines), file_name: 'registro.csv' }
  },
} satisfies Partial<OfficeHandlers>
