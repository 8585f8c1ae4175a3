import { randomBytes } from 'node:crypto'
import { documentKindNames } from '@apoderados/contract/documents'
import { DOCUMENT_PICTURE_BYTES_MAX, type DocumentChoices } from '@apoderados/contract/office/documents'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import {
  type DocumentSettings,
  readDocumentSettings,
  saveDocumentSettings,
} from '@apoderados/core/documents/documentSettings'
import { readSchoolRbd } from '@apoderados/core/documents/issuedDocuments'
import { pictureType } from '@apoderados/core/files/fileStore'
import { lockSchoolSettings, readLastChange } from '@apoderados/core/staff/schoolSettings'
import { HttpError } from '../../http/errors.ts'
import { conflictError } from '../conflict.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'
import { auditDocument } from './documents.ts'

/** What the register calls the settings. */
const ABOUT = 'Documentos con folio'
const pictureNames = { signature: 'Imagen de la firma', logo: 'Logo de los documentos' }
const pictureColumns = { signature: 'signature_id', logo: 'logo_id' } as const

const textOf = ({ kinds, signer_name, signer_title }: DocumentChoices) => {
  const names = kinds.map((kind) => documentKindNames[kind]).join(', ') || 'Ninguno'
  const signer = [signer_name, signer_title].filter(Boolean).join(', ')
  return signer ? `${names}; firma ${signer}` : names
}

/** Reads the body of an upload as a picture, decoded and written again. @throws {HttpError} 400 */
async function readPicture({ upload }: SchoolContext): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of upload as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= DOCUMENT_PICTURE_BYTES_MAX) parts.push(part) // the rest is read, or the response would not arrive
  }
  const original = Buffer.concat(parts)
  const refusal = new HttpError(400, officeMessages.unreadablePicture)
  const type = pictureType(original)
  if (size > DOCUMENT_PICTURE_BYTES_MAX || !type) throw refusal
  // The library that decodes pictures is loaded only when one arrives.
  const { prepareDocument } = await import('@apoderados/importer/attachments/prepareAttachment')
  const path = type === 'image/png' ? 'imagen.png' : 'imagen.jpg'
  const prepared = await prepareDocument({ path, bytes: original.length, read: async () => original })
  if ('problem' in prepared) throw refusal
  return prepared.bytes
}

async function setPicture(
  { school_id, picture }: { school_id: number; picture: keyof typeof pictureNames },
  context: SchoolContext,
  id: string | null,
) {
  const about = `${ABOUT}: ${pictureNames[picture]}`
  await context.db.transaction(async (transaction) => {
    await saveDocumentSettings(transaction, school_id, { [pictureColumns[picture]]: id })
    await auditDocument(transaction, 'setting_changed', school_id, context, { about })
  })
}

export const documentSettingsHandlers = {
  async getDocumentSettings({ school_id }, { db, documents }) {
    const { signature_id, logo_id, ...choices } = await readDocumentSettings(db, school_id)
    const signer = await documents.findSigner(await readSchoolRbd(db, school_id))
    return {
      ...choices,
      has_signature: signature_id !== null,
      has_logo: logo_id !== null,
      has_certificate: signer !== undefined,
    }
  },

  async saveDocumentSettings({ school_id, before, after }, context) {
    await context.db.transaction(async (transaction) => {
      await lockSchoolSettings(transaction, school_id)
      const current: DocumentSettings = await readDocumentSettings(transaction, school_id)
      if (textOf(current) !== textOf(before)) {
        const last = await readLastChange(transaction, school_id, {
          action: 'setting_changed',
          detail: { about: ABOUT },
        })
        throw conflictError({
          ...(last ?? { by: null, at: new Date().toISOString() }),
          current: textOf(current),
        })
      }
      await saveDocumentSettings(transaction, school_id, after)
      const values = { about: ABOUT, before: textOf(before), after: textOf(after) }
      await auditDocument(transaction, 'setting_changed', school_id, context, values)
    })
    return { success: true, message: officeMessages.saved }
  },

  async setDocumentPicture(request, context) {
    const bytes = await readPicture(context)
    const id = randomBytes(16).toString('hex')
    await context.files.write(id, bytes)
    await setPicture(request, context, id)
    return { success: true, message: officeMessages.pictureSaved }
  },

  async removeDocumentPicture(request, context) {
    await setPicture(request, context, null)
    return { success: true, message: officeMessages.pictureRemoved }
  },
} satisfies Partial<OfficeHandlers>
