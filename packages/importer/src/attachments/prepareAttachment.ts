import { createHash } from 'node:crypto'
import { documentType } from '@apoderados/database/files/fileStore'
import type { Problem } from '../problems.ts'
import { limits } from '../sheets/limits.ts'
import { type Attachment, UnreadableFileError } from '../sheets/sheet.ts'
import { cleanFileName } from './fileName.ts'
import { InvalidAttachmentError } from './invalidAttachment.ts'
import { officeKindOf } from './office/office.ts'
import { checkPdf } from './pdf/activePdf.ts'
import { makeThumbnail, stripMetadata } from './picture.ts'

/** A file ready to be stored. `hash` is the original's SHA-256, in hexadecimal, by which the next import knows it. */
export type PreparedAttachment = { bytes: Buffer; name: string; hash: string }
export type RejectedAttachment = { problem: Problem }

type AttachmentType = 'pdf' | 'png' | 'jpeg' | 'docx' | 'xlsx'

/** The bytes, at position `at`, by which each kind of file is recognised. */
const MAGIC_BYTES = [
  ['pdf', 0, '%PDF-'],
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpeg', 0, '\xff\xd8\xff'],
  ['zip', 0, 'PK\x03\x04'],
  ['old office', 0, '\xd0\xcf\x11\xe0'],
  ['heic', 4, 'ftyphei'],
  ['heic', 4, 'ftypmif1'],
] as const
const ATTACHMENT_TYPES: Record<AttachmentType, { name: string; ending: string; pattern: RegExp }> = {
  pdf: { name: 'PDF', ending: '.pdf', pattern: /\.pdf$/i },
  png: { name: 'PNG', ending: '.png', pattern: /\.png$/i },
  jpeg: { name: 'JPEG', ending: '.jpg', pattern: /\.jpe?g$/i },
  docx: { name: 'Word', ending: '.docx', pattern: /\.docx$/i },
  xlsx: { name: 'Excel', ending: '.xlsx', pattern: /\.xlsx$/i },
}
/** A PDF ends with '%%EOF'. Some programs append a few lines, so the marker may be anywhere in these last bytes. */
const PDF_TAIL_BYTES = 64 * 1024

const magicKindOf = (bytes: Buffer) =>
  MAGIC_BYTES.find(([, at, magic]) => bytes.toString('latin1', at, at + magic.length) === magic)?.[0]

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** True if the end marker '%%EOF' is near the end. A PDF that an interrupted download truncated lacks it. */
function isCompletePdf(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf('%%EOF')
  return end !== -1 && end >= bytes.length - PDF_TAIL_BYTES
}

async function readWithinLimit(attachment: Attachment): Promise<Buffer> {
  const bytes = await attachment.read()
  if (bytes.length === 0) throw new InvalidAttachmentError('está vacío', 'el archivo con su contenido')
  if (bytes.length <= limits.maxAttachmentBytes) return bytes
  const [sizeMb, maxMb] = [bytes.length, limits.maxAttachmentBytes].map((size) => Math.ceil(size / 2 ** 20))
  throw new InvalidAttachmentError(`pesa ${sizeMb} MB`, `a lo más ${maxMb} MB`)
}

/** The message and the advice for types of files that schools often deliver by mistake. */
const COMMON_MISTAKES: Record<'heic' | 'old office', [message: string, expected: string]> = {
  heic: ['es una foto HEIC, como las guarda un iPhone', 'la foto guardada como .jpg'],
  'old office': [
    'es de un Office antiguo o tiene contraseña',
    'el mismo guardado como .docx, .xlsx o .pdf sin contraseña',
  ],
}

/**
 * Determines the type of a file by its content; undefined for other types.
 * @throws {InvalidAttachmentError} if the file is a HEIC photo, an old Office file, a damaged or encrypted document, or
 * one with active content
 */
async function detectType(file: string, bytes: Buffer): Promise<AttachmentType | undefined> {
  const magic = magicKindOf(bytes)
  if (magic === 'png' || magic === 'jpeg') return magic
  if (magic === 'heic' || magic === 'old office') throw new InvalidAttachmentError(...COMMON_MISTAKES[magic])
  if (magic === 'pdf') {
    if (!isCompletePdf(bytes))
      throw new InvalidAttachmentError('el PDF está dañado o incompleto', 'un PDF que se pueda abrir')
    checkPdf(bytes)
    return magic
  }
  return magic && officeKindOf(file, bytes)
}

/**
 * Reads the file, and lets `convert` return the bytes to store. If the file is unreadable or rejected, returns the
 * problem for the operator; rethrows any other error.
 */
async function prepareWith(
  attachment: Attachment,
  convert: (original: Buffer, kind: AttachmentType | undefined, name: string) => Promise<Buffer>,
): Promise<PreparedAttachment | RejectedAttachment> {
  const file = attachment.path
  try {
    const original = await readWithinLimit(attachment)
    const kind = await detectType(file, original)
    const name = cleanFileName(file)
    return { bytes: await convert(original, kind, name), name, hash: hashOf(original) }
  } catch (error) {
    if (error instanceof UnreadableFileError) return { problem: { file, message: error.message } }
    if (!(error instanceof InvalidAttachmentError)) throw error
    return { problem: { file, message: error.message, expected: error.expected } }
  }
}

/**
 * Prepares a document of the agenda: a PDF, Word, Excel or picture file by its content, with a matching file
 * name (R26). Removes the metadata of pictures (EXIF with its location, XMP, IPTC) and nothing else.
 */
export const prepareDocument = (attachment: Attachment): Promise<PreparedAttachment | RejectedAttachment> =>
  prepareWith(attachment, async (original, kind, name) => {
    if (!kind)
      throw new InvalidAttachmentError(
        'no es un PDF, Word, Excel ni imagen',
        'un archivo .pdf, .docx, .xlsx, .jpg o .png',
      )
    const type = ATTACHMENT_TYPES[kind]
    if (!type.pattern.test(name))
      throw new InvalidAttachmentError(
        `es ${type.name} por dentro, pero su nombre no lo dice`,
        `un nombre que termine en ${type.ending}`,
      )
    const bytes = kind === 'png' || kind === 'jpeg' ? await stripMetadata(original, kind) : original
    if (!documentType(bytes, name)) throw new Error(`The server would not serve this ${kind}`)
    return bytes
  })

/** Prepares a photo of a person or the badge of a school: a JPEG or PNG by its content, reduced in size. */
export const preparePhoto = (attachment: Attachment): Promise<PreparedAttachment | RejectedAttachment> =>
  prepareWith(attachment, async (original, kind) => {
    if (kind !== 'png' && kind !== 'jpeg')
      throw new InvalidAttachmentError('no es una imagen JPEG ni PNG', 'un archivo .jpg o .png')
    return makeThumbnail(original, kind)
  })
