import { type OfficeCallName, officeApi } from '@apoderados/contract/office/officeApi'
import type { OfficeCall } from '@apoderados/contract/office/officeCall'
import { permissions, permissionsOf, type StaffRole, staffRoles } from '@apoderados/contract/office/roles'
import { audit } from '@apoderados/core/audit/audit'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { issuedDocuments } from '@apoderados/core/db/tables/documents'
import { excuses } from '@apoderados/core/db/tables/excuses'
import { loads } from '@apoderados/core/db/tables/loads'
import { notices } from '@apoderados/core/db/tables/notices'
import { enrollments, parents, studentParents, students } from '@apoderados/core/db/tables/people'
import { breaches, dataRequests } from '@apoderados/core/db/tables/privacy'
import { closures, courses, establishments } from '@apoderados/core/db/tables/schools'
import { staff, staffSchools } from '@apoderados/core/db/tables/staff'
import {
  DIRECTION,
  INSPECTION,
  type OfficeBrowser,
  SECRETARY,
  setupOffice,
} from '@apoderados/testing/officeServer'
import { createTestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'

const EXCUSE_SETTINGS = { excuse_answer_days: 5, attachment_days: 60, counts_justified_absences: true }
const PRIVACY_SETTINGS = { controller_name: null, controller_is_public: false, privacy_contact: null }
const server = setupServer()
const office = setupOffice(server, server, () => ({ dataDir: inject('dataDir'), wake: () => {} }))
const calls = Object.entries(officeApi) as [OfficeCallName, OfficeCall][]
const callsOfSchool = calls.filter(([, { permission }]) => permission !== undefined)
const callsWithSession = calls.filter(([, { session }]) => session !== 'none')

/** Which roles may make each call about a school. This list is written apart from the table of the contract. */
const rolesByCall: Partial<Record<OfficeCallName, StaffRole[]>> = {
  getReach: ['direction', 'secretary'],
  getSettings: ['direction'],
  changeNewsTiming: ['direction'],
  changeSchoolSettings: ['direction'],
  getSchoolCalendar: ['direction', 'secretary'],
  addClosure: ['direction', 'secretary'],
  removeClosure: ['direction', 'secretary'],
  getDataAge: ['direction', 'secretary'],
  listStaff: ['direction'],
  inviteStaff: ['direction'],
  resetStaff: ['direction'],
  changeStaffRole: ['direction'],
  endStaff: ['direction'],
  listCourses: ['direction', 'secretary', 'inspection'],
  getCourse: ['direction', 'secretary', 'inspection'],
  searchPeople: ['direction', 'secretary', 'inspection'],
  getStudent: ['direction', 'secretary', 'inspection'],
  ...Object.fromEntries(
    [
      'listNotices',
      'createNotice',
      'getNoticeAudience',
      'getNotice',
      'saveNotice',
      'discardNotice',
      'addNoticeFile',
      'getNoticeReach',
      'sendNotice',
      'unscheduleNotice',
      'correctNotice',
      'withdrawNotice',
    ].map((name) => [name, ['direction', 'secretary', 'inspection']]),
  ),
  findFamilies: ['direction', 'secretary'],
  getNoticeCourse: ['direction', 'secretary'],
  exportReceipts: ['direction', 'secretary'],
  remindNotice: ['direction', 'secretary'],
  correctStudent: ['direction', 'secretary'],
  eraseStudent: ['direction'],
  exportFamily: ['direction'],
  setSocialName: ['direction'],
  addGuardian: ['direction', 'secretary'],
  removeLink: ['direction', 'secretary'],
  blockAccess: ['direction'],
  restoreAccess: ['direction'],
  correctGuardian: ['direction', 'secretary'],
  correctEmail: ['direction', 'secretary'],
  setSharing: ['direction', 'secretary'],
  unlockGuardian: ['direction', 'secretary'],
  closeAccount: ['direction'],
  openAccount: ['direction'],
  sendKeyByMail: ['direction', 'secretary'],
  sendKeyByLetter: ['direction', 'secretary'],
  inviteByMail: ['direction', 'secretary'],
  inviteByLetter: ['direction', 'secretary'],
  withdrawInvitations: ['direction', 'secretary'],
  listExcuses: ['direction', 'secretary', 'inspection'],
  getExcuse: ['direction', 'inspection'],
  getExcuseAttachment: ['direction', 'inspection'],
  decideExcuses: ['direction', 'inspection'],
  saveExplanations: ['direction', 'inspection'],
  listIssuedDocuments: ['direction', 'secretary'],
  issueDocument: ['direction', 'secretary'],
  getIssuedDocument: ['direction', 'secretary'],
  getIssuedFile: ['direction', 'secretary'],
  revokeDocument: ['direction'],
  issueToCourses: ['direction', 'secretary'],
  getBatchFile: ['direction', 'secretary'],
  previewDocument: ['direction', 'secretary'],
  getCourseListChoices: ['direction', 'secretary'],
  getCourseList: ['direction', 'secretary'],
  getDocumentSettings: ['direction'],
  saveDocumentSettings: ['direction'],
  setDocumentPicture: ['direction'],
  removeDocumentPicture: ['direction'],
  setRepresentative: ['direction', 'secretary'],
  listDataRequests: ['direction', 'secretary'],
  getDataRequest: ['direction'],
  answerDataRequest: ['direction'],
  getDataOfRequest: ['direction'],
  listBreaches: ['direction'],
  getBreachScope: ['direction'],
  recordBreach: ['direction'],
  tellBreach: ['direction'],
  getRegister: ['direction', 'secretary', 'inspection'],
  exportRegister: ['direction', 'secretary', 'inspection'],
  ...Object.fromEntries(
    [
      'listLoads',
      'createLoad',
      'getLoad',
      'discardLoad',
      'addLoadFile',
      'uploadLoadFile',
      'removeLoadFile',
      'checkLoad',
      'cancelLoad',
      'getLoadTemplate',
      'listLoadProblems',
      'getLoadCause',
      'exportLoadProblems',
      'correctLoadCell',
      'answerLoad',
      'applyLoad',
      'undoLoad',
    ].map((name) => [name, ['direction', 'secretary']]),
  ),
}
const NAMES = { name: 'Inés', last_name: 'Rojas' }
const file_id = '0'.repeat(32)

const NEVER = { timing: 'never', hours: null, at_time: null }
const SETTINGS = {
  digest: 'never',
  time_zone: 'America/Santiago',
  undo_days: 7,
  ...EXCUSE_SETTINGS,
  ...PRIVACY_SETTINGS,
}
const CLOSURE = { starts_on: '02/11/2026', ends_on: '02/11/2026', name: 'Jornada' }
const DOCUMENTS = { kinds: [], signer_name: '', signer_title: '' }
const noticeTexts = {
  title: 'Reunión',
  body: 'Los esperamos.',
  file_ids: [],
  audience: 'courses',
  levels: [],
  course_ids: [],
  student_ids: [],
  asks_receipt: false,
  send_at: null,
  ends_on: null,
}

/** Fields with which each call passes every check before its handler; the handlers answer 200 or 409. */
const fieldsByCall = (staff_id: number): Partial<Record<OfficeCallName, object>> => ({
  inviteStaff: { email: DIRECTION, name: 'Gloria', role: 'direction' },
  resetStaff: { staff_id },
  changeStaffRole: { staff_id, role: 'direction', changed_at: '2026-01-01T00:00:00Z' },
  endStaff: { staff_id, changed_at: '2026-01-01T00:00:00Z' },
  changeNewsTiming: { kind: 'grade', before: NEVER, after: NEVER },
  changeSchoolSettings: { before: SETTINGS, after: SETTINGS },
  addClosure: CLOSURE,
  removeClosure: CLOSURE,
  searchPeople: { text: 'Soto' },
  correctStudent: {
    ...NAMES,
    second_last_name: null,
    run: null,
    before: { ...NAMES, second_last_name: null, rut: null },
  },
  eraseStudent: { typed_name: 'otro', still_enrolled: false },
  setSocialName: { name: null, is_shown: false },
  addGuardian: {
    document: 'passport:A123',
    parent_type: 'mother',
    other_type: null,
    financial_proxy: false,
    person: null,
  },
  blockAccess: { reason: 'Rol C-1', all: false },
  correctGuardian: { ...NAMES, run: null, before: { ...NAMES, rut: null } },
  correctEmail: { email: 'otra@example.com', before: 'x' },
  setSharing: { shares_phone: false, shares_email: false },
  inviteByMail: { parent_ids: [999_999], keeps_valid: true },
  inviteByLetter: { parent_ids: [999_999], keeps_valid: true },
  withdrawInvitations: { parent_ids: [999_999] },
  addLoadFile: { path: 'notas.csv', bytes: 1 },
  uploadLoadFile: { file_id },
  removeLoadFile: { file_id },
  checkLoad: { complete: [] },
  getLoadTemplate: { template: 'grades' },
  getLoadCause: { cause: 1 },
  correctLoadCell: { file: 'notas.csv', line: 2, position: 0, value: null },
  answerLoad: { removals: {} },
  listNotices: { list: 'all' },
  saveNotice: { ...noticeTexts, changed_at: '2026-01-01T00:00:00Z' },
  addNoticeFile: { name: 'temario.pdf' },
  sendNotice: { changed_at: '2026-01-01T00:00:00Z' },
  correctNotice: { title: 'x', body: 'x', file_ids: [], changed_at: '2026-01-01T00:00:00Z' },
  getNoticeCourse: { course_id: 1 },
  findFamilies: { text: 'mart' },
  listExcuses: { view: 'all' },
  decideExcuses: { state: 'justified', explanation: '' },
  saveExplanations: { texts: [] },
  issueDocument: { kind: 'regular', student_id: 999_999 },
  issueToCourses: { kind: 'regular', course_ids: [999_999] },
  getBatchFile: { batch_id: 999_999 },
  revokeDocument: { reason: 'Equivocado' },
  previewDocument: { kind: 'regular' },
  getCourseList: { list: 'students', format: 'pdf' },
  saveDocumentSettings: { before: DOCUMENTS, after: DOCUMENTS },
  setDocumentPicture: { picture: 'logo' },
  removeDocumentPicture: { picture: 'logo' },
  setRepresentative: { is_representative: true },
  listDataRequests: { view: 'pending' },
  answerDataRequest: { outcome: 'granted', text: 'Acogida', answers: 0 },
  getBreachScope: { from: '01/10/2026', to: '02/10/2026' },
  recordBreach: {
    from: '2026-10-01',
    to: '2026-10-02',
    staff_id: null,
    parent_id: null,
    what: 'x',
    measures: 'x',
    is_sensitive: false,
  },
  tellBreach: { whom: 'families' },
})

const members: { email: string; role: StaffRole; schools: number[]; id: number; browser: OfficeBrowser }[] =
  []
const schools: number[] = []

/** The applied load of each member in each school, by both ids, and the sent notice of each school. */
const loadIds = new Map<string, number>()
const noticeIds = new Map<number, number>()
const loadOf = (name: OfficeCallName, staff_id: number, school_id: number) => ({
  ...(officeApi[name].path.includes(':load_id') && {
    load_id: loadIds.get(`${staff_id} ${school_id}`) ?? 999_999,
  }),
  ...(officeApi[name].path.includes(':excuse_id') && { excuse_id: excuseIds.get(school_id) ?? 999_999 }),
  ...(name === 'decideExcuses' && {
    excuses: [{ id: excuseIds.get(school_id) ?? 999_999, decisions: 0 }],
  }),
  ...(officeApi[name].path.includes(':request_id') && { request_id: requestIds.get(school_id) ?? 999_999 }),
  ...(officeApi[name].path.includes(':breach_id') && { breach_id: breachIds.get(school_id) ?? 999_999 }),
  ...(officeApi[name].path.includes(':folio') && { folio: folioOfSchool(school_id) }),
  ...(officeApi[name].path.includes(':notice_id') && { notice_id: noticeIds.get(school_id) ?? 999_999 }),
})

/** The folio of the one document of a school. */
const folioOfSchool = (school_id: number) => String(school_id).padStart(16, '0')

async function addDocument(establishment_id: number, enrollment_id: number, text = 'x') {
  const { db, services } = server()
  const file_id = folioOfSchool(establishment_id).repeat(2)
  await services.files.write(file_id, Buffer.from(text))
  const [enrollment] = await db.select().from(enrollments).where(eq(enrollments.id, enrollment_id))
  await db.insert(issuedDocuments).values({
    establishment_id,
    folio: folioOfSchool(establishment_id),
    kind: 'regular',
    student_id: enrollment?.student_id as number,
    enrollment_id,
    year: 2026,
    course: text,
    initials: text,
    staff_name: text,
    issued_on: '2026-10-05',
    fingerprint: text,
    file_id,
    file_hash: text,
    file_bytes: 1,
    is_signed: false,
  })
}
/** The request about personal data of each school, and its breach. */
const requestIds = new Map<number, number>()
const breachIds = new Map<number, number>()

/** The justification of each school; it has no attachment. */
const excuseIds = new Map<number, number>()

/** Ids of people of each school; without them, ids that no school has. */
const peopleIds = new Map<number, { course_id: number; student_id: number; parent_id: number }>()
const NOBODY = { course_id: 999_999, student_id: 999_999, parent_id: 999_999 }
function peopleOf(name: OfficeCallName, school_id: number | undefined): object {
  const ids = peopleIds.get(school_id ?? 0) ?? NOBODY
  return Object.fromEntries(
    Object.entries(ids).filter(([field]) => officeApi[name].path.includes(`:${field}`)),
  )
}

/** Adds a course, a student and a guardian to a school. */
async function addPeople(establishment_id: number) {
  const { db } = server()
  const place = { name: '9° Básico', letter: 'Z', code: `Z${establishment_id}`, year: 2026 }
  const email = `nadie${establishment_id}@example.com`
  const [course] = await db
    .insert(courses)
    .values({ establishment_id, ...place })
    .returning()
  const [student] = await db
    .insert(students)
    .values({ establishment_id, ...NAMES })
    .returning()
  const [parent] = await db
    .insert(parents)
    .values({ email, ...NAMES })
    .returning()
  const [course_id, student_id, parent_id] = [course, student, parent].map((row) => row?.id ?? 0)
  peopleIds.set(establishment_id, { course_id, student_id, parent_id } as typeof NOBODY)
  await linkPeople(establishment_id)
  const [enrollment] = await db
    .insert(enrollments)
    .values({
      establishment_id,
      course_id,
      student_id,
      year: 2026,
      list_number: 1,
      enrolled_on: '2026-03-02',
    } as typeof enrollments.$inferInsert)
    .returning()
  excuseIds.set(establishment_id, await addExcuse(establishment_id, enrollment?.id as number))
  await addDocument(establishment_id, enrollment?.id as number)
  requestIds.set(establishment_id, await addRequest(establishment_id, parent_id as number))
  breachIds.set(establishment_id, await addBreach(establishment_id))
}

/** Adds a justification of an enrollment; it has no attachment. */
async function addExcuse(establishment_id: number, enrollment_id: number, text = 'x') {
  const [excuse] = await server()
    .db.insert(excuses)
    .values({
      establishment_id,
      enrollment_id,
      key: crypto.randomUUID(),
      kind: 'absence',
      from_day: '2026-10-05',
      to_day: '2026-10-05',
      reason: 'health',
      text,
    })
    .returning()
  return excuse?.id as number
}

/** Adds a request of the guardian about personal data. */
async function addRequest(establishment_id: number, parent_id: number, text = 'x') {
  const [request] = await server()
    .db.insert(dataRequests)
    .values({
      establishment_id,
      parent_id,
      key: crypto.randomUUID(),
      kind: 'access',
      text,
      due_on: '2026-12-30',
    })
    .returning()
  return request?.id as number
}

async function addBreach(establishment_id: number, what = 'x') {
  const moments = { found_at: new Date(), starts_at: new Date(), ends_at: new Date() }
  const [breach] = await server()
    .db.insert(breaches)
    .values({
      establishment_id,
      what,
      measures: what,
      ...moments,
      is_sensitive: false,
      parent_ids: [],
      students: 0,
      staff_id: 1,
      staff_name: what,
    })
    .returning()
  return breach?.id as number
}

/** Links the guardian to the student, also after a call has removed the link. */
async function linkPeople(establishment_id: number) {
  const { student_id, parent_id } = peopleIds.get(establishment_id) ?? NOBODY
  if (student_id === NOBODY.student_id) return
  await server()
    .db.insert(studentParents)
    .values({ establishment_id, student_id, parent_id, parent_type: 'mother' })
    .onConflictDoNothing()
}

/** A part of every text of a school at which none of the members works. */
const CANARY = 'canario'
const foreignIds: Record<string, number | string> = {}

async function makeForeignSchool(): Promise<void> {
  const { db } = server()
  const school = await createTestSchool(server(), {}, CANARY)
  const { establishment_id } = school
  const course_id = await school.course()
  const { student_id, parent_id, enrollment_id } = await school.family(course_id)
  const person = { email: `${CANARY}@example.com`, name: CANARY }
  const [member] = await db.insert(staff).values(person).returning({ id: staff.id })
  const staff_id = member?.id as number
  await db.insert(staffSchools).values({ staff_id, establishment_id, role: 'direction' })
  const load = {
    establishment_id,
    staff_id,
    staff_name: CANARY,
    state: 'done' as const,
    applied_at: new Date(),
  }
  const [saved] = await db
    .insert(loads)
    .values({ ...load, counts: {} })
    .returning({ id: loads.id })
  await db.insert(closures).values({
    establishment_id,
    name: CANARY,
    starts_on: '2026-11-02',
    ends_on: '2026-11-02',
  })
  await audit(db, { action: 'staff_login', staff_id, establishment_id, detail: { about: CANARY } })
  const excuse_id = await addExcuse(establishment_id, enrollment_id, CANARY)
  const request_id = await addRequest(establishment_id, parent_id, CANARY)
  const breach_id = await addBreach(establishment_id, CANARY)
  const people = { course_id, student_id, parent_id, staff_id }
  await addDocument(establishment_id, enrollment_id, CANARY)
  const folio = folioOfSchool(establishment_id)
  Object.assign(foreignIds, { ...people, load_id: saved?.id, excuse_id, request_id, breach_id, folio })
}

beforeAll(async () => {
  const rows = await server().db.select({ id: establishments.id }).from(establishments)
  schools.push(...rows.map(({ id }) => id).sort((a, b) => a - b))
  for (const school_id of schools) await addPeople(school_id)
  for (const establishment_id of schools) {
    const notice = {
      establishment_id,
      staff_id: 1,
      staff_name: 'x',
      staff_role: 'direction' as const,
      changed_by: 'x',
    }
    const sent = { state: 'sent' as const, version: 1, sent_at: new Date(), asks_receipt: true, title: 'x' }
    const [row] = await server()
      .db.insert(notices)
      .values({ ...notice, ...sent })
      .returning({ id: notices.id })
    noticeIds.set(establishment_id, row?.id as number)
  }
  for (const email of [DIRECTION, SECRETARY, INSPECTION]) {
    const browser = await office.signIn(email)
    const { id } = (await browser.send('getMe')).json()
    const links = await server().db.select().from(staffSchools).where(eq(staffSchools.staff_id, id))
    const role = links[0]?.role as StaffRole
    for (const { establishment_id } of links) {
      const load = {
        establishment_id,
        staff_id: id,
        staff_name: email,
        state: 'done' as const,
        applied_at: new Date(),
      }
      const [row] = await server().db.insert(loads).values(load).returning({ id: loads.id })
      loadIds.set(`${id} ${establishment_id}`, row?.id as number)
    }
    members.push({ email, role, id, browser, schools: links.map((link) => link.establishment_id) })
  }
})

describe('staff × school × role × call', () => {
  it('answers each call about a school by the role there: 404 in another school, 403 for another role', async () => {
    expect(Object.keys(rolesByCall).sort()).toEqual(callsOfSchool.map(([name]) => name).sort())
    let count = 0
    for (const [name] of callsOfSchool)
      for (const member of members)
        for (const school_id of [...schools, 999_999]) {
          const fields = {
            ...fieldsByCall(member.id)[name],
            ...peopleOf(name, school_id),
            school_id,
            ...loadOf(name, member.id, school_id),
          }
          if (officeApi[name].path.includes(':parent_id')) await linkPeople(school_id)
          const { statusCode } = await member.browser.send(name, fields)
          const isMember = member.schools.includes(school_id)
          const mayCall = rolesByCall[name]?.includes(member.role)
          // The test sends no document, the justification has no attachment, and a notice may not be for the course.
          const ofFile: Partial<Record<OfficeCallName, number[]>> = {
            addNoticeFile: [400, 409],
            getExcuseAttachment: [404],
            setDocumentPicture: [400],
            getNoticeCourse: [200, 404],
          }
          const answered = ofFile[name] ?? [200, 409]
          const expected = !isMember ? [404] : mayCall ? answered : [403]
          expect([name, member.email, school_id, expected]).toEqual([
            name,
            member.email,
            school_id,
            expect.arrayContaining([statusCode]),
          ])
          count += 1
        }
    expect(count).toBe(callsOfSchool.length * 3 * 3)
  })

  it('shows and changes nothing of a school in which the member does not work, by none of its ids', async () => {
    await makeForeignSchool()
    const foreignRows = async () => {
      const tables = [
        staff,
        staffSchools,
        loads,
        closures,
        students,
        parents,
        studentParents,
        courses,
        excuses,
        issuedDocuments,
        dataRequests,
        breaches,
      ]
      const rows = await Promise.all(
        tables.map((table) =>
          server()
            .db.select()
            .from(table as typeof staff),
        ),
      )
      return JSON.stringify(rows.flat().filter((row) => JSON.stringify(row).includes(CANARY)))
    }
    const before = await foreignRows()
    for (const [name, { method, path, request }] of callsOfSchool) {
      const ofCall = Object.entries(foreignIds).filter(([field]) => field in request.shape)
      for (const member of members)
        for (const school_id of member.schools) {
          const own = {
            ...fieldsByCall(member.id)[name],
            school_id,
            ...loadOf(name, member.id, school_id),
            ...peopleOf(name, school_id),
          }
          const response = await member.browser.send(name, { ...own, ...Object.fromEntries(ofCall) })
          expect([name, response.body.includes(CANARY)]).toEqual([name, false])
          if (method !== 'GET' && ofCall.some(([field]) => path.includes(`:${field}`)))
            expect([name, response.statusCode]).not.toEqual([name, 200])
        }
    }
    expect(await foreignRows()).toBe(before)
  })

  it('answers 401 to each call with a session without one, and with a session of the password alone', async () => {
    for (const [name, { session }] of callsWithSession) {
      const own = { ...fieldsByCall(1)[name], ...peopleOf(name, schools[0]) }
      const fields = { school_id: schools[0], id: '0'.repeat(32), ...own }
      expect([name, (await office.browser().send(name, fields)).statusCode]).toEqual([name, 401])
      if (session !== 'full') continue
      const halfway = await office.withPassword(SECRETARY)
      expect([name, (await halfway.send(name, fields)).statusCode]).toEqual([name, 401])
    }
  })

  it('takes effect at once when the access ends or the role changes', async () => {
    const [aromos] = schools as [number]
    const browser = await office.signIn(INSPECTION)
    const { id } = (await browser.send('getMe')).json()
    const link = and(eq(staffSchools.staff_id, id), eq(staffSchools.establishment_id, aromos))
    const statusOf = async () => (await browser.send('listStaff', { school_id: aromos })).statusCode
    expect(await statusOf()).toBe(403)
    await server().db.update(staffSchools).set({ role: 'direction' }).where(link)
    expect(await statusOf()).toBe(200)
    await server().db.update(staffSchools).set({ role: 'inspection', ended_at: new Date() }).where(link)
    expect(await statusOf()).toBe(404)
    await server().db.update(staffSchools).set({ ended_at: null }).where(link)
  })

  it('leaves a line in the register for what a role does not include', async () => {
    const inspection = members.find(({ email }) => email === INSPECTION)
    const [aromos] = schools as [number]
    await inspection?.browser.send('listStaff', { school_id: aromos })
    const [line] = await server().db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(line).toMatchObject({
      action: 'staff_denied',
      staff_id: inspection?.id,
      establishment_id: aromos,
      detail: { method: 'GET', school_id: aromos },
    })
  })
})

it('gives each permission to Dirección, and the others what is theirs', () => {
  expect(permissionsOf('direction')).toEqual(permissions)
  const withheld = staffRoles.map((role) => permissions.filter((each) => !permissionsOf(role).includes(each)))
  expect(withheld.slice(1)).toEqual([
    [
      'loads.undo_any',
      'people.block',
      'people.social_name',
      'excuses.read',
      'excuses.decide',
      'documents.revoke',
      'requests.answer',
      'breaches.manage',
      'register.all',
      'settings.school',
      'settings.staff',
    ],
    [
      'today.school',
      'loads.run',
      'loads.undo_own',
      'loads.undo_any',
      'people.edit',
      'people.block',
      'people.social_name',
      'messages.send_all',
      'messages.ask_receipts',
      'documents.issue',
      'documents.revoke',
      'requests.state',
      'requests.answer',
      'breaches.manage',
      'register.loads',
      'register.all',
      'settings.calendar',
      'settings.school',
      'settings.staff',
    ],
  ])
})
