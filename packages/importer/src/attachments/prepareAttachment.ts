import { createHash } from 'node:crypto'
import { documentType } from '@apoderados/core/files/fileStore'
import { fileTypeFromBuffer } from 'file-type'
import { fromBufferPromise } from 'yauzl'
import type { Problem } from '../problems.ts'
import { limits } from '../sheets/limits.ts'
import { type Attachment, UnreadableFileError } from '../sheets/sheet.ts'
import { cleanFileName } from './fileName.ts'
import { InvalidAttachmentError } from './invalidAttachment.ts'
import { makeThumbnail, reencodePicture } from './picture.ts'

/** A file ready to be stored. `hash` is the original's SHA-256, in hexadecimal, by which the next import knows it. */
export type PreparedAttachment = { bytes: Buffer; name: string; hash: string }
export type RejectedAttachment = { problem: Problem }

/** The accepted types, by the extension that `file-type` gives them. */
const ATTACHMENT_TYPES = { pdf: 'PDF', png: 'PNG', jpg: 'JPEG', docx: 'Word', xlsx: 'Excel' }
type AttachmentType = keyof typeof ATTACHMENT_TYPES
const isAttachmentType = (type: string): type is AttachmentType => Object.hasOwn(ATTACHMENT_TYPES, type)

type Refusal = [message: string, expected: string]
const MACROS: Refusal = ['contiene macros', 'el mismo guardado sin macros']
const TEMPLATE: Refusal = ['es una plantilla', 'un documento, guardado como .docx o .xlsx']
/** The refusals of types of files that schools often deliver by mistake. */
const COMMON_MISTAKES: Record<string, Refusal> = {
  heic: ['es una foto HEIC, como las guarda un iPhone', 'la foto guardada como .jpg'],
  cfb: [
    'es de un Office antiguo o tiene contraseña',
    'el mismo guardado como .docx, .xlsx o .pdf sin contraseña',
  ],
  docm: MACROS,
  xlsm: MACROS,
  dotm: MACROS,
  xltm: MACROS,
  dotx: TEMPLATE,
  xltx: TEMPLATE,
}
/** Matches the names of Visual Basic projects and Excel 4.0 macro sheets within a package. */
const MACRO_PARTS = /(?:^|\/)(?:vba(?:Project|ProjectSignature)\.bin|vbaData\.xml|(?:intl)?macrosheets\/)/i
/** A PDF ends with '%%EOF'. Some programs append a few lines, so the marker may be anywhere in these last bytes. */
const PDF_TAIL_BYTES = 64 * 1024

async function readWithinLimit(attachment: Attachment): Promise<Buffer> {
  const bytes = await attachment.read()
  if (bytes.length === 0) throw new InvalidAttachmentError('está vacío', 'el archivo con su contenido')
  if (bytes.length <= limits.maxAttachmentBytes) return bytes
  const [sizeMb, maxMb] = [bytes.length, limits.maxAttachmentBytes].map((size) => Math.ceil(size / 2 ** 20))
  throw new InvalidAttachmentError(`pesa ${sizeMb} MB`, `a lo más ${maxMb} MB`)
}

/** Determines the type by the content; undefined for others. @throws {InvalidAttachmentError} for a common mistake */
async function detectType(bytes: Buffer): Promise<AttachmentType | undefined> {
  const type = (await fileTypeFromBuffer(bytes))?.ext ?? ''
  const mistake = COMMON_MISTAKES[type]
  if (mistake) throw new InvalidAttachmentError(...mistake)
  if (type === 'apng') return 'png' // only the first frame is kept
  return isAttachmentType(type) ? type : undefined
}

/** @throws {InvalidAttachmentError} if the package has a part that contains macros, or cannot be opened */
async function rejectMacros(bytes: Buffer): Promise<void> {
  const names = await listEntryNames(bytes).catch(() => {
    throw new InvalidAttachmentError(
      'no se puede revisar por dentro',
      'el mismo abierto en Word o Excel y guardado de nuevo',
    )
  })
  if (names.some((name) => MACRO_PARTS.test(name))) throw new InvalidAttachmentError(...MACROS)
}

async function listEntryNames(zip: Buffer): Promise<string[]> {
  const names: string[] = []
  const file = await fromBufferPromise(zip, { lazyEntries: true, autoClose: false })
  for await (const { fileName } of file.eachEntry()) names.push(fileName)
  return names
}

/** @throws {InvalidAttachmentError} if '%%EOF' is missing near the end, as after an interrupted download */
function rejectIncompletePdf(bytes: Buffer): void {
  if (bytes.lastIndexOf('%%EOF') < Math.max(0, bytes.length - PDF_TAIL_BYTES))
    throw new InvalidAttachmentError('el PDF está dañado o incompleto', 'un PDF que se pueda abrir')
}

/**
 * Reads the file, and lets `convert` return the bytes to store. If the file is unreadable or rejected, returns the
 * problem for the operator; rethrows any other error.
 */
async function prepareWith(
  attachment: Attachment,
  convert: (original: Buffer, type: AttachmentType | undefined, name: string) => Promise<Buffer>,
): Promise<PreparedAttachment | RejectedAttachment> {
  const file = attachment.path
  try {
    const original = await readWithinLimit(attachment)
    const name = cleanFileName(file)
    const bytes = await convert(original, await detectType(original), name)
    return { bytes, name, hash: createHash('sha256').update(original).digest('hex') }
  } catch (error) {
    if (error instanceof UnreadableFileError) return { problem: { file, message: error.message } }
    if (!(error instanceof InvalidAttachmentError)) throw error
    return { problem: { file, message: error.message, expected: error.expected } }
  }
}

/**
 * Prepares a document of the agenda: a PDF, Word, Excel or picture file by its content, with a matching file name
 * (R26). Pictures are encoded again; other documents are stored unchanged, and the scanner looks for active content.
 */
export const prepareDocument = (attachment: Attachment): Promise<PreparedAttachment | RejectedAttachment> =>
  prepareWith(attachment, async (original, type, name) => {
    const expected = type && documentType(original, `x.${type}`)
    if (!type || !expected)
      throw new InvalidAttachmentError(
        'no es un PDF, Word, Excel ni imagen',
        'un archivo .pdf, .docx, .xlsx, .jpg o .png',
      )
    if (documentType(original, name) !== expected)
      throw new InvalidAttachmentError(
        `es ${ATTACHMENT_TYPES[type]} por dentro, pero su nombre no lo dice`,
        `un nombre que termine en .${type}`,
      )
    if (type === 'png' || type === 'jpg') return reencodePicture(original, type)
    if (type === 'pdf') rejectIncompletePdf(original)
    else await rejectMacros(original)
    return original
  })

/** Prepares a photo of a person or the badge of a school: a JPEG or PNG by its content, reduced in size. */
export const preparePhoto = (attachment: Attachment): Promise<PreparedAttachment | RejectedAttachment> =>
  prepareWith(attachment, async (original, type) => {
    if (type !== 'png' && type !== 'jpg')
      throw new InvalidAttachmentError('no es una imagen JPEG ni PNG', 'un archivo .jpg o .png')
    return makeThumbnail(original, type)
  })
