import { BASE_PATH } from '@apoderados/contract/calls/call'
import { auditLog } from '@apoderados/core/db/tables/audit'
import { createTestSchool, type TestSchool } from '@apoderados/testing/testSchool'
import { setupServer } from '@apoderados/testing/testServer'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'

const server = setupServer()
const PDF_BYTES = Buffer.from('%PDF-1.7 pauta')
const ZIP_BYTES = Buffer.from('PK\x03\x04 hojas')

let school: TestSchool
let course_id: number
let family: Awaited<ReturnType<TestSchool['family']>>

beforeAll(async () => {
  school = await createTestSchool(server())
  course_id = await school.course({ name: '5° Básico', letter: 'A' })
  family = await school.family(course_id)
})

/** Returns the event of a day that has no other. */
async function onlyEventOf(date: string, ask = family.ask) {
  const events = (await ask('getDiaryEvents', { date })).json()
  expect(events).toHaveLength(1)
  return events[0]
}

describe('a document', () => {
  const download = (id: string, call = family.call) => call('getDocument', { id })

  it('is named by its event and downloaded under its own name', async () => {
    const id = await school.document(PDF_BYTES, 'Guía "5° básico" ñ.pdf', { course_id, day: '2026-11-02' })
    const { document } = await onlyEventOf('02/11/2026')
    expect(document).toBe(`${BASE_PATH}/documents/${id}`)
    const response = await download(id)
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(PDF_BYTES)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        'attachment; filename="Gu?a \\"5? b?sico\\" ?.pdf"; ' +
        "filename*=UTF-8''Gu%C3%ADa%20%225%C2%B0%20b%C3%A1sico%22%20%C3%B1.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    })
  })

  it('has a name that the native apps can read', async () => {
    const id = await school.document(PDF_BYTES, 'pauta.pdf')
    const headers = { authorization: `Bearer ${family.jwt}`, origin: 'https://localhost' }
    const response = await server().send('getDocument', { id }, { headers })
    expect(response.headers['access-control-expose-headers']).toContain('content-disposition')
  })

  it('cannot add a folder or a line to the response’s headers', async () => {
    const id = await school.document(PDF_BYTES, '..\\..\\../etc/x\r\nset-cookie: a=b.pdf')
    const response = await download(id)
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.headers['content-disposition']).toBe('attachment; filename="xset-cookie: a=b.pdf"')
  })

  it.each([
    ['foto.PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['foto.jpeg', '\xff\xd8\xff\xe0', 'image/jpeg'],
    ['guía.docx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['notas.xlsx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('named %s is sent with the type of its content', async (name, content, type) => {
    const response = await download(await school.document(Buffer.from(content, 'latin1'), name))
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, type])
  })

  it.each([
    ['a page', 'pauta.html', Buffer.from('<html><script>alert(1)</script>')],
    ['an HTML page named .pdf', 'pauta.pdf', Buffer.from('<html>')],
    ['an HTML page that begins like a PDF', 'pauta.html', Buffer.from('%PDF-1.7 <html>')],
    ['a drawing', 'dibujo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an archive', 'todo.zip', ZIP_BYTES],
    ['a program', 'app.jar', ZIP_BYTES],
    ['an empty file', 'pauta.pdf', Buffer.alloc(0)],
    ['missing in the storage', 'pauta.pdf', null],
  ])('that is %s is not found, and not recorded as read', async (_, name, bytes) => {
    const id = await school.document(bytes, name)
    const response = await download(id)
    expect([response.statusCode, response.body]).toEqual([404, '{"success":false,"message":"No encontrado"}'])
    expect(response.headers['content-disposition']).toBeUndefined()
    expect(await readsOf(id)).toEqual([])
  })

  const readsOf = async (id: string) =>
    (await server().db.select().from(auditLog).where(eq(auditLog.action, 'document_read'))).filter(
      ({ detail }) => (detail as { document_id: string }).document_id === id,
    )

  it('is recorded in the audit log for each reading', async () => {
    const id = await school.document(PDF_BYTES, 'pauta.pdf')
    await download(id)
    await download(id)
    const rows = await readsOf(id)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      parent_id: family.parent_id,
      session_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      address: '127.0.0.1',
      detail: { document_id: id },
    })
  })
})
