import type { ParentType } from '@apoderados/contract/profile'
import type { Batch } from '../../sheetRecords.ts'
import { emailCell, NO_EMAIL_MESSAGE, phoneCell } from '../cells/contactCell.ts'
import { guessDocument } from '../cells/documentCell.ts'
import { personNameCell, splitSurnames } from '../cells/nameCell.ts'
import { joinDigit, rutDigits, rutWithDigitCell } from '../cells/rutCell.ts'
import { normalizeName } from '../sheetText.ts'
import type { ParsedPerson } from './rosterIndex.ts'
import { type Roster, type RosterRow, readFileRows, splitIds } from './rosterRows.ts'

/** The roles of guardians, as keys, by the kinship that they state: none in the standard; platforms add others. */
const kinshipRoles: [ParentType | null, ...string[]][] = [
  [null, 'guardian', 'parent', 'relative'],
  ['father', 'father', 'padre'],
  ['mother', 'mother', 'madre'],
  ['grandpa', 'grandfather', 'grandmother', 'grandparent', 'abuelo', 'abuela'],
  ['brother', 'brother', 'sister', 'sibling', 'hermano', 'hermana'],
  ['uncle', 'uncle', 'aunt', 'tio', 'tia'],
  ['legal', 'legalguardian'],
]
const kinshipOfRole = new Map(
  kinshipRoles.flatMap(([kinship, ...roles]) => roles.map((role) => [role, kinship] as const)),
)

/** Returns the key of a role, without the 'ext:' by which OneRoster 1.2 marks a platform's own roles: 'ext:father'. */
const roleKey = (role: string) => normalizeName(role.replace(/^ext:/i, ''))

/** Reads roles.csv and users.csv. Yields teachers and guardians; `readEnrollments` yields the students. */
export async function* readPeople(roster: Roster): AsyncGenerator<Batch> {
  const { index, output } = roster
  for await (const row of readFileRows(roster, 'roles')) {
    const user = row.text('userSourcedId')
    const roles = index.roles.get(user) ?? []
    index.roles.set(user, [...roles, { role: row.text('role'), org: row.text('orgSourcedId') }])
  }
  for await (const row of readFileRows(roster, 'users')) {
    addUser(row, roster)
    reportRefusedUser(row, roster)
    yield* output.full()
  }
}

function addUser(row: RosterRow, roster: Roster): void {
  const { index } = roster
  const id = row.text('sourcedId')
  index.users.add(id)
  const roles = index.roles.get(id) ?? [{ role: row.text('role'), org: '' }]
  const keys = roles.map(({ role }) => roleKey(role))
  const familyRoles = keys.filter((key) => kinshipOfRole.has(key))
  const kinship = familyRoles.find((key) => kinshipOfRole.get(key)) ?? familyRoles[0]
  for (const other of splitIds(row.text('agentSourcedIds')))
    index.userLinks.push({ location: row.location, one: id, other })
  if (keys.includes('student')) {
    const person = readPerson(row)
    index.students.set(id, person ? { ...person, location: row.location } : null)
  }
  const orgs = roles.map(({ org }) => org)
  if (keys.includes('teacher')) addTeacher(row, orgs, roster)
  if (kinship) addGuardian(row, kinship, roster)
}

/** Reports a rejected user as left out, under the number by which rows of other sheets may refer to the person. */
function reportRefusedUser(row: RosterRow, { index, report }: Roster): void {
  const id = row.text('sourcedId')
  const document = rutDigits(row.text('identifier'))
  if (index.students.get(id) === null) report.leftOut('alumnos', document)
  if (index.teachers.get(id) === null) report.leftOut('funcionarios', document)
  if (index.guardians.get(id) === null) report.leftOut('apoderados', document)
}

const readGivenNames = (row: RosterRow) => {
  const [first, middle] = [
    row.parseRequired('givenName', personNameCell),
    row.parse('middleName', personNameCell),
  ]
  return first && middle !== undefined ? [first, middle].filter(Boolean).join(' ') : undefined
}

/** Returns `name` as incomplete if the file has no column `middleName`, since the second given name is then unknown. */
const omittedNames = (row: RosterRow): 'name'[] => (row.has('middleName') ? [] : ['name'])

function readPerson(row: RosterRow): ParsedPerson | undefined {
  const number = row.parseRequired('identifier', rutWithDigitCell)
  const joined = number && joinDigit(number, null, row.refuse('identifier'))
  const name = readGivenNames(row)
  const surnames = row.parseRequired('familyName', personNameCell)
  if (!joined || !name || !surnames) return undefined
  const [last_name, second_last_name] = splitSurnames(surnames)
  const person = { rut: joined.rut, rut_dv: joined.dv, name, last_name, second_last_name }
  return { person, omitted: omittedNames(row) }
}

function addTeacher(row: RosterRow, orgsOfRoles: string[], { index, output }: Roster): void {
  const read = readPerson(row)
  index.teachers.set(row.text('sourcedId'), read?.person ?? null)
  const orgs = [...orgsOfRoles, ...splitIds(row.text('orgSourcedIds')), row.text('primaryOrgSourcedId')]
  const schools = new Set(orgs.map((org) => index.schools.get(org)))
  for (const rbd of schools)
    if (rbd && read)
      output.add('funcionarios', row.location, { rbd, year: null, ...read.person }, read.omitted)
}

function addGuardian(row: RosterRow, role: string, { index, output }: Roster): void {
  const id = row.text('sourcedId')
  index.guardians.set(id, null)
  const number = row.text('identifier')
  const person = number
    ? guessDocument(number, row.refuse('identifier'))
    : row.refuse('identifier')('falta el dato', 'el RUN con su dígito, u otro documento')
  const joined = person?.rut
    ? joinDigit({ rut: person.rut, dv: person.rut_dv }, null, row.refuse('identifier'))
    : null
  const [name, last_name] = [readGivenNames(row), row.parseRequired('familyName', personNameCell)]
  const mail = row.text('email')
    ? row.parse('email', emailCell)
    : row.refuse('email')(NO_EMAIL_MESSAGE, emailCell.accepts)
  const { column, isKnown } = row.firstFilled('sms', 'phone')
  const contact = row.parse(column, phoneCell)
  if (!person || joined === undefined || !name || !last_name || !mail || contact === undefined) return
  const { document, rut } = person
  const isEnabled = normalizeName(row.text('enabledUser')) !== 'false'
  const { location } = row
  index.guardians.set(id, { document, kinship: kinshipOfRole.get(role) ?? null, isEnabled, location })
  const record = {
    document,
    rut,
    rut_dv: joined ? joined.dv : null,
    name,
    last_name,
    email: mail,
    phone: contact,
    shares_phone: null,
    shares_email: null,
  }
  const omitted = [...omittedNames(row), ...(isKnown ? [] : (['phone'] as const))]
  output.add('apoderados', location, record, [...omitted, 'shares_phone', 'shares_email'])
}
