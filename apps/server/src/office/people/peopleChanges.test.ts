import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { restrictedRoles } from '@apoderados/core/db/client/leastRights'
import { openDatabase } from '@apoderados/core/db/client/open'
import { invitations } from '@apoderados/core/db/tables/accounts'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { mails } from '@apoderados/core/db/tables/messages'
import { parents, studentParents, students } from '@apoderados/core/db/tables/people'
import { staffSchools } from '@apoderados/core/db/tables/staff'
import { makeRoles, urlAs } from '@apoderados/testing/database/databaseRoles'
import {
  DIRECTION,
  type OfficeBrowser,
  PUBLIC_URL,
  SECRETARY,
  setupOffice,
} from '@apoderados/testing/officeServer'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { and, desc, eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const owner = setupServer()
beforeAll(() => makeRoles(owner().db))
/** What is read uses the server's own account, what is changed the operator's. */
const server = setupServer({
  secondProcessOf: () => ({ url: urlAs(owner().url, restrictedRoles.server), services: owner().services }),
})
let writer: ReturnType<typeof openDatabase>
beforeAll(() => {
  writer = openDatabase(urlAs(owner().url, restrictedRoles.operator))
})
afterAll(() => writer.$client.end())
const office = setupOffice(server, owner, undefined, () => writer)

let direction: OfficeBrowser
let secretary: OfficeBrowser
let school: TestSchool
let school_id: number
let course_id: number
let family: Awaited<ReturnType<TestSchool['family']>>

beforeAll(async () => {
  direction = await office.signIn(DIRECTION)
  secretary = await office.signIn(SECRETARY)
  school = await createTestSchool(owner())
  school_id = school.establishment_id
  course_id = await school.course()
  for (const browser of [direction, secretary]) {
    const { id: staff_id } = (await browser.send('getMe')).json()
    const role = browser === direction ? ('direction' as const) : ('secretary' as const)
    await owner().db.insert(staffSchools).values({ staff_id, establishment_id: school_id, role })
  }
})
beforeEach(async () => {
  family = await school.family(course_id)
})

type Name = Parameters<OfficeBrowser['send']>[0]
const send = (name: Name, fields: object = {}, browser = direction) =>
  browser.send(name, { school_id, ...fields })
const parentRow = async (id = family.parent_id) =>
  (await owner().db.select().from(parents).where(eq(parents.id, id)))[0] as typeof parents.$inferSelect
const studentRow = async () =>
  (await owner().db.select().from(students).where(eq(students.id, family.student_id)))[0]
const linkRow = async () =>
  (
    await owner()
      .db.select()
      .from(studentParents)
      .where(
        and(eq(studentParents.student_id, family.student_id), eq(studentParents.parent_id, family.parent_id)),
      )
  )[0]
/** The last line of the audit log about the guardian or the student of the test. */
const lastLine = async () => (await owner().db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]
const link = () => ({ student_id: family.student_id, parent_id: family.parent_id })

/** Makes the guardian one of another school too. */
async function linkElsewhere() {
  const other = await createTestSchool(owner())
  await other.link(family.parent_id, await other.student())
}

describe('an e-mail', () => {
  it('is corrected: sessions end, the old address is told, and the line names who did it', async () => {
    const { email: before } = await parentRow()
    const response = await send('correctEmail', {
      parent_id: family.parent_id,
      email: ' Nueva@Example.com',
      before,
    })
    expect(response.json()).toEqual({ success: true, message: officeMessages.emailCorrected })
    expect(await parentRow()).toMatchObject({ email: 'nueva@example.com', email_by_operator: true })
    expect((await family.call('getProfile')).statusCode).toBe(401)
    const notices = await owner()
      .db.select()
      .from(mails)
      .where(and(eq(mails.parent_id, family.parent_id), eq(mails.kind, 'email_changed')))
    expect(notices).toMatchObject([{ recipient: before }])
    expect(await lastLine()).toMatchObject({
      action: 'people_email_corrected',
      parent_id: family.parent_id,
      establishment_id: school_id,
      staff_id: expect.any(Number),
    })
  })

  it('answers 409 with who changed it since the form was opened', async () => {
    const { email: before } = await parentRow()
    await send('correctEmail', { parent_id: family.parent_id, email: 'primera@example.com', before })
    const second = await send('correctEmail', {
      parent_id: family.parent_id,
      email: 'segunda@example.com',
      before,
    })
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({
      conflict: { by: 'Gloria Venegas Riffo', current: { email: 'primera@example.com' } },
    })
  })

  it.each([
    ['no es un correo', 400, officeMessages.emailInvalid],
    ['apoderada@example.com', 409, officeMessages.emailTaken],
  ])('is not changed to %s', async (email, status, message) => {
    const { email: before } = await parentRow()
    const response = await send('correctEmail', { parent_id: family.parent_id, email, before })
    expect([response.statusCode, response.json().message]).toEqual([status, message])
    expect(await parentRow()).toMatchObject({ email: before })
  })

  it('of a guardian of another school is not changed here', async () => {
    await linkElsewhere()
    const { email: before } = await parentRow()
    const response = await send('correctEmail', {
      parent_id: family.parent_id,
      email: 'x@example.com',
      before,
    })
    expect([response.statusCode, response.json().message]).toEqual([409, officeMessages.guardianElsewhere])
  })
})

describe('names and RUN', () => {
  it('of a guardian are corrected, except to the RUN of another person', async () => {
    const { name, last_name, rut } = await parentRow()
    const before = { name, last_name, rut }
    const names = { parent_id: family.parent_id, name: 'Elena María', last_name: 'Soto Paz', before }
    expect((await send('correctGuardian', { ...names, run: '12.345.678-5' })).statusCode).toBe(200)
    expect(await parentRow()).toMatchObject({ name: 'Elena María', rut: '12345678', rut_dv: '5' })
    const other = await school.parent()
    const theirs = await parentRow(other)
    const taken = await send('correctGuardian', {
      parent_id: other,
      name: 'X',
      last_name: 'Y',
      run: '12345678-5',
      before: { name: theirs.name, last_name: theirs.last_name, rut: theirs.rut },
    })
    expect(taken.statusCode).toBe(404) // not linked to the school
    await school.link(other, family.student_id)
    const again = await send('correctGuardian', {
      parent_id: other,
      name: 'X',
      last_name: 'Y',
      run: '12345678-5',
      before: { name: theirs.name, last_name: theirs.last_name, rut: theirs.rut },
    })
    expect([again.statusCode, again.json().message]).toEqual([409, officeMessages.runTaken])
    expect(await parentRow(other)).toMatchObject({ name: theirs.name })
  })

  it('of a student are corrected', async () => {
    const { name = '', last_name = '', second_last_name = null, rut = null } = (await studentRow()) ?? {}
    const before = { name, last_name, second_last_name, rut }
    const fields = {
      student_id: family.student_id,
      name: 'Inés',
      last_name: 'Rojas',
      second_last_name: '',
      run: '40.100.001-1',
      before,
    }
    expect((await send('correctStudent', { ...fields, run: '40.100.001-2' })).statusCode).toBe(400)
    expect((await send('correctStudent', fields)).statusCode).toBe(200)
    expect(await studentRow()).toMatchObject({ second_last_name: null, rut: '40100001', rut_dv: '1' })
    expect(await lastLine()).toMatchObject({
      action: 'people_student_corrected',
      student_id: family.student_id,
    })
    expect((await send('correctStudent', fields)).statusCode).toBe(409)
  })
})

describe('erasing a student', () => {
  const erase = (fields: object) => send('eraseStudent', { student_id: family.student_id, ...fields })
  const fullName = async () => {
    const row = await studentRow()
    return [row?.name, row?.last_name, row?.second_last_name].filter(Boolean).join(' ')
  }

  it('needs the name, and leave for who is enrolled; it then takes the accounts left without students', async () => {
    const typed_name = ` ${(await fullName()).toUpperCase()} `
    const wrong = await erase({ typed_name: 'Otra Persona', still_enrolled: true })
    expect([wrong.statusCode, wrong.json().message]).toEqual([409, officeMessages.notTheStudentsName])
    const enrolled = await erase({ typed_name, still_enrolled: false })
    expect([enrolled.statusCode, enrolled.json().message]).toEqual([409, officeMessages.studentIsEnrolled])
    const erased = await erase({ typed_name, still_enrolled: true })
    expect(erased.json()).toEqual({ success: true, message: officeMessages.studentErased })
    expect([await studentRow(), await parentRow()]).toEqual([undefined, undefined])
    expect(await lastLine()).toMatchObject({
      action: 'people_student_erased',
      student_id: family.student_id,
      staff_id: expect.any(Number),
      detail: { erased_accounts: [family.parent_id], erased_files: 0 },
    })
  })

  it('is for Dirección alone', async () => {
    const fields = { student_id: family.student_id, typed_name: await fullName(), still_enrolled: true }
    expect((await send('eraseStudent', fields, secretary)).statusCode).toBe(403)
    expect(await studentRow()).toBeDefined()
  })
})

describe("a family's data", () => {
  const exportData = (browser = direction) => send('exportFamily', { parent_id: family.parent_id }, browser)

  it('is a file with account and students, and a line of the register', async () => {
    const response = await exportData()
    expect(response.json()).toMatchObject({
      guardian: { id: family.parent_id },
      students: [{ id: family.student_id }],
    })
    expect(await lastLine()).toMatchObject({
      action: 'family_exported',
      parent_id: family.parent_id,
      detail: { students: [family.student_id] },
    })
    expect((await exportData(secretary)).statusCode).toBe(403)
  })

  it('of a guardian of another school too is not given here', async () => {
    await linkElsewhere()
    const response = await exportData()
    expect([response.statusCode, response.json().message]).toEqual([409, officeMessages.guardianElsewhere])
  })
})

describe('an access', () => {
  it('is blocked with its reason: the next call of the parent is refused; then restored', async () => {
    expect((await family.ask('getObservations')).statusCode).toBe(200)
    const blocked = await send('blockAccess', { ...link(), reason: 'Rol C-123-2026', all: false })
    expect(blocked.json()).toEqual({ success: true, message: officeMessages.accessBlocked })
    expect((await family.ask('getObservations')).statusCode).toBe(404)
    expect(await linkRow()).toMatchObject({ has_access: false, no_access_reason: 'Rol C-123-2026' })
    const sheet = (await send('getStudent', { student_id: family.student_id })).json()
    expect(sheet.guardians[0].account.block).toMatchObject({
      reason: 'Rol C-123-2026',
      by: 'Gloria Venegas Riffo',
    })
    expect(sheet.movements[0]).toMatchObject({
      action: 'people_access_blocked',
      guardian: { id: family.parent_id },
    })
    expect((await send('removeLink', link())).json().message).toBe(officeMessages.linkIsBlocked)
    expect((await send('restoreAccess', link())).statusCode).toBe(200)
    expect((await family.ask('getObservations')).statusCode).toBe(200)
    expect((await send('restoreAccess', link())).statusCode).toBe(409)
  })

  it('is blocked to all students of the guardian at the school, and to none elsewhere', async () => {
    const sibling = await school.student()
    await school.link(family.parent_id, sibling)
    const other = await createTestSchool(owner())
    const elsewhere = await other.student()
    await other.link(family.parent_id, elsewhere)
    await send('blockAccess', { ...link(), reason: 'Rol C-1', all: true })
    const links = await owner()
      .db.select()
      .from(studentParents)
      .where(eq(studentParents.parent_id, family.parent_id))
    const open = links.filter(({ has_access }) => has_access).map(({ student_id }) => student_id)
    expect(open).toEqual([elsewhere])
  })

  it('needs a reason, and a link of the school', async () => {
    expect((await send('blockAccess', { ...link(), reason: ' ', all: false })).statusCode).toBe(400)
    const stranger = { ...link(), parent_id: await school.parent(), reason: 'x', all: false }
    expect((await send('blockAccess', stranger)).statusCode).toBe(404)
  })

  it('ends with the link', async () => {
    expect((await send('removeLink', link(), secretary)).statusCode).toBe(200)
    expect(await lastLine()).toMatchObject({ action: 'people_link_removed', ...link() })
    expect(await linkRow()).toBeUndefined()
    expect((await family.ask('getObservations')).statusCode).toBe(404)
  })
})

describe('a guardian', () => {
  const kinship = { parent_type: 'other', other_type: 'Madrina', financial_proxy: false }
  const person = { name: 'Rosa', last_name: 'Araya', email: 'rosa.araya@example.com', phone: '' }

  it('is added by hand: new, then by the RUN of who is known', async () => {
    const add = (fields: object) =>
      send('addGuardian', { student_id: family.student_id, document: 'ipa:100123456', ...kinship, ...fields })
    expect((await add({ document: '9.123.456-1', person })).statusCode).toBe(400)
    expect((await add({ person: null })).json().message).toBe(officeMessages.personRequired)
    const taken = { ...person, email: 'apoderada@example.com' }
    expect((await add({ person: taken })).json().message).toBe(officeMessages.emailTaken)
    const valid = { document: 'passport:X9999', person }
    expect((await add(valid)).statusCode).toBe(200)
    expect((await add(valid)).json().message).toBe(officeMessages.alreadyLinked)
    const second = await school.student()
    expect((await add({ ...valid, student_id: second, person: null })).statusCode).toBe(200)
    const [added] = await owner().db.select().from(parents).where(eq(parents.email, person.email))
    expect(added).toMatchObject({ foreign_document: 'passport:X9999', phone: null, password_hash: null })
  })

  it('whom only another school has is linked by document and e-mail together', async () => {
    const other = await createTestSchool(owner())
    const parent_id = await other.parent({ foreign_document: 'ipa:100777', email: 'ajena@example.com' })
    await other.link(parent_id, await other.student())
    const fields = { student_id: family.student_id, document: 'ipa:100777', ...kinship }
    const refused = await send('addGuardian', { ...fields, person })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      officeMessages.guardianOfAnotherSchool,
    ])
    const linked = await send('addGuardian', { ...fields, person: { ...person, email: 'ajena@example.com' } })
    expect(linked.statusCode).toBe(200)
    expect(await parentRow(parent_id)).toMatchObject({ name: 'Elena', email: 'ajena@example.com' })
  })

  it('has an account that is closed and opened, and a choice that is recorded', async () => {
    const { parent_id } = family
    expect(
      (await send('setSharing', { parent_id, shares_phone: true, shares_email: false })).statusCode,
    ).toBe(200)
    expect(await parentRow()).toMatchObject({
      shares_phone: true,
      withdrew_phone: false,
      withdrew_email: true,
    })
    expect((await send('closeAccount', { parent_id })).statusCode).toBe(200)
    expect((await family.call('getProfile')).statusCode).toBe(401)
    expect((await send('closeAccount', { parent_id })).statusCode).toBe(409)
    expect((await send('sendKeyByMail', { parent_id })).json().message).toBe(officeMessages.accountIsClosed)
    expect((await send('openAccount', { parent_id })).statusCode).toBe(200)
    expect((await send('unlockGuardian', { parent_id }, secretary)).statusCode).toBe(200)
  })
})

describe('invitations', () => {
  let waiting: number
  beforeEach(async () => {
    waiting = await school.parent({ password_hash: null, name: 'Claudio', last_name: 'Araya' })
    await school.link(waiting, family.student_id)
  })
  const seedOf = async (parent_id: number) =>
    (await owner().db.select().from(invitations).where(eq(invitations.parent_id, parent_id)))[0]?.seed
  const pagesOf = async (body: Buffer) =>
    (await extractText(await getDocumentProxy(new Uint8Array(body)), { mergePages: false })).text

  it('are letters of those who have no password, printed again with the same one', async () => {
    const request = { parent_ids: [waiting, family.parent_id], keeps_valid: true }
    const response = await send('inviteByLetter', request, secretary)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('cartas.pdf'),
    })
    const pages = await pagesOf(response.rawPayload)
    expect(pages).toHaveLength(1)
    expect(pages[0]?.replace(/\s+/g, ' ')).toContain('Hola, Claudio Araya:')
    expect(pages[0]).toContain(PUBLIC_URL)
    const seed = await seedOf(waiting)
    const [again] = await pagesOf((await send('inviteByLetter', request)).rawPayload)
    expect(again).toBe(pages[0])
    await send('inviteByLetter', { ...request, keeps_valid: false })
    expect(await seedOf(waiting)).not.toBe(seed)
    expect(await lastLine()).toMatchObject({ action: 'people_invited', parent_id: waiting })
  })

  it('are mails, and are withdrawn', async () => {
    const request = { parent_ids: [waiting], keeps_valid: true }
    expect((await send('inviteByMail', request)).statusCode).toBe(200)
    expect((await send('inviteByMail', request)).json().message).toBe(officeMessages.nobodyToInvite)
    expect(await seedOf(waiting)).toBeDefined()
    expect((await send('withdrawInvitations', { parent_ids: [waiting] })).statusCode).toBe(200)
    expect(await seedOf(waiting)).toBeUndefined()
    expect((await send('withdrawInvitations', { parent_ids: [waiting] })).statusCode).toBe(409)
  })

  it('reach nobody of another school, and no letter a guardian of two', async () => {
    const other = await createTestSchool(owner())
    const stranger = await other.parent({ password_hash: null })
    await other.link(stranger, await other.student())
    const request = { parent_ids: [stranger], keeps_valid: false }
    expect((await send('inviteByMail', request)).json().message).toBe(officeMessages.nobodyToInvite)
    await other.link(waiting, await other.student())
    const both = { parent_ids: [waiting], keeps_valid: false }
    expect((await send('inviteByLetter', both)).json().message).toBe(officeMessages.guardianElsewhere)
    expect((await send('inviteByMail', both)).statusCode).toBe(200)
  })

  it('replace the own password of a guardian who lost it', async () => {
    const { parent_id } = family
    const response = await send('sendKeyByLetter', { parent_id })
    expect(await pagesOf(response.rawPayload)).toHaveLength(1)
    expect(await parentRow()).toMatchObject({ password_hash: null })
    expect((await family.call('getProfile')).statusCode).toBe(401)
    expect((await send('sendKeyByMail', { parent_id }, secretary)).statusCode).toBe(200)
    expect(await lastLine()).toMatchObject({ action: 'people_key_sent', detail: { by_mail: true } })
  })
})
