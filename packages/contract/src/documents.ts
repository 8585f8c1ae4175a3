import * as z from 'zod/mini'
import { messages } from './messages.ts'
import { StudentQuery } from './values/primitives.ts'

/** The kinds of documents with folio. The app's page Reportes has all but 'attendance'. */
export const documentKinds = ['regular', 'grades', 'attendance', 'enrolment'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** What screens, documents and the public check call each kind. */
export const documentKindNames: Record<DocumentKind, string> = {
  regular: 'Certificado de alumno regular',
  grades: 'Certificado de notas',
  attendance: 'Certificado de asistencia',
  enrolment: 'Certificado de matrícula',
}

/** The kinds that a family can download for the student, because the school issues them. */
export const CertificatesResponse = z.object({ kinds: z.array(z.string()) })
export const CertificateRequest = z.extend(StudentQuery, {
  kind: z.enum(documentKinds, { error: messages.notFound }),
})

const FOLIO_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const FOLIO_LENGTH = 16

/** Returns a folio as people read it: 'K3F7-92QM-X4TB-7H2D'. */
export const formatFolio = (folio: string) => folio.replace(/(.{4})(?=.)/g, '$1-')

/** Reads a folio as somebody types it; 'O' counts as 0, 'I' and 'L' as 1. Returns undefined if it cannot be one. */
export function parseFolio(text: string): string | undefined {
  const folio = text
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  const isFolio = folio.length === FOLIO_LENGTH && [...folio].every((sign) => FOLIO_ALPHABET.includes(sign))
  return isFolio ? folio : undefined
}

/** Returns the folio of ten random bytes. */
export function folioOf(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => FOLIO_ALPHABET[Number.parseInt(five, 2)]).join('')
}

/** The form of the public check; with a folio, it leads to the folio's page. */
export const NewFolioPageRequest = z.strictObject({ folio: z.optional(z.string().check(z.maxLength(100))) })
export const FolioPageRequest = z.strictObject({ folio: z.string().check(z.maxLength(100)) })
