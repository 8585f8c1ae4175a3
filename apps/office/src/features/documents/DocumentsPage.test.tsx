import type { DocumentKind } from '@apoderados/contract/documents'
import type { IssuedDocument } from '@apoderados/contract/office/documents'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fakeOffice } from '../../testing/fakeOffice.ts'
import { meAs, openOffice, respondSettings, staffMember } from '../../testing/openOffice.tsx'

const FOLIO = 'K3F792QMX4TB7H2D'
const issued = (changes: Partial<IssuedDocument> = {}): IssuedDocument => ({
  folio: FOLIO,
  kind: 'regular',
  state: 'valid',
  student: { id: 1, name: 'Martina Sepúlveda Huenchul' },
  course: '5° Básico A',
  issued_at: '2026-10-14T12:40:00.000Z',
  issued_on: '2026-10-14',
  guardian: 'Paola Huenchul',
  staff: null,
  is_signed: false,
  checks: 2,
  checked_at: '2026-10-14T13:02:00.000Z',
  revoked_at: null,
  revoked_by: null,
  revoke_reason: null,
  ...changes,
})

function office(
  kinds: DocumentKind[],
  documents: IssuedDocument[],
  role: 'direction' | 'secretary' = 'direction',
) {
  const fake = fakeOffice()
  fake.respond('getMe', meAs(role))
  const counts = { total: documents.length, this_year: documents.length, revoked: 0 }
  fake.respond('listIssuedDocuments', { kinds, documents, ...counts, batches: [] })
  fake.respond('listCourses', {
    courses: [{ id: 9, name: '5° Básico A', students: 33, signed_in: 30 }],
    totals: null,
  })
  fake.respond('getIssuedDocument', documents[0] ?? issued())
  return fake
}

test('a document is found by the folio on its paper, and revoked with a reason', async () => {
  const fake = office(['regular'], [issued()])
  fake.respond('revokeDocument', { success: true, message: officeMessages.documentRevoked })
  openOffice('/colegios/1/documentos')
  await userEvent.type(await screen.findByLabelText('Verificar un folio'), 'k3f7 92qm x4tb')
  await userEvent.click(screen.getByRole('button', { name: 'Verificar' }))
  await screen.findByText(officeMessages.unknownFolio)
  await userEvent.type(screen.getByLabelText('Verificar un folio'), ' 7h2d')
  await userEvent.click(screen.getByRole('button', { name: 'Verificar' }))
  const panel = within(await screen.findByRole('region', { name: 'Documento elegido' }))
  await panel.findByText(/Lo pidió Paola Huenchul desde la aplicación. Comprobado 2 veces/)
  await userEvent.click(panel.getByRole('button', { name: 'Revocar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revocar el documento' }))
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Datos equivocados')
  await userEvent.click(dialog.getByRole('button', { name: 'Revocar' }))
  await screen.findByText(officeMessages.documentRevoked)
  expect(fake.requestsOf('revokeDocument')).toMatchObject([{ folio: FOLIO, reason: 'Datos equivocados' }])
})

test('whole courses get their documents by a job', async () => {
  const fake = office(['regular', 'grades'], [], 'secretary')
  fake.respond('issueToCourses', { id: 3, total: 33 })
  openOffice('/colegios/1/documentos')
  await userEvent.click(await screen.findByRole('button', { name: 'Emitir documento' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Emitir documento' }))
  await userEvent.click(dialog.getByText('Cursos completos'))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Cursos' }))
  await userEvent.click(await screen.findByRole('option', { name: '5° Básico A' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Emitir' }))
  await screen.findByText('Se emiten 33 documentos')
  expect(fake.requestsOf('issueToCourses')).toMatchObject([{ kind: 'regular', course_ids: [9] }])
})

test('a school that issues none is told where they are turned on', async () => {
  office([], [])
  openOffice('/colegios/1/documentos')
  await screen.findByText('Activarlos en Ajustes')
  expect(screen.queryByRole('button', { name: 'Emitir documento' })).toBeNull()
})

test('a kind is turned on in Ajustes', async () => {
  const fake = office([], [])
  respondSettings(fake)
  fake.respond('listStaff', { staff: [staffMember({})] })
  fake.respond('saveDocumentSettings', { success: true, message: officeMessages.saved })
  openOffice('/colegios/1/ajustes')
  await userEvent.click(await screen.findByRole('switch', { name: 'Certificado de notas' }))
  await screen.findByText(officeMessages.saved)
  const before = { kinds: [], signer_name: '', signer_title: '' }
  expect(fake.requestsOf('saveDocumentSettings')).toMatchObject([
    { before, after: { ...before, kinds: ['grades'] } },
  ])
})
