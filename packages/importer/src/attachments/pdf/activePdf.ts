import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { PdfFile } from './pdfFile.ts'
import {
  type Dictionary,
  isDictionary,
  isName,
  isReference,
  UnreadablePdf,
  type Value,
  valuesOf,
} from './reader.ts'

const PRINTED = 'el mismo impreso como PDF (Imprimir › Guardar como PDF)'
const errorWith = (message: string) => () => new InvalidAttachmentError(message, PRINTED)

const javaScriptError = errorWith('contiene un programa (JavaScript)')
const embeddedFileError = errorWith('trae otro archivo dentro (EmbeddedFile)')
const multimediaError = errorWith('trae contenido multimedia con programas (RichMedia)')
const openActionError = errorWith('hace algo por su cuenta al abrirse (OpenAction)')
const additionalActionError = errorWith('hace algo por su cuenta mientras se lee (AA)')
const unreadableError = errorWith('no se puede revisar por dentro')
const encryptedError = () =>
  new InvalidAttachmentError(
    'tiene contraseña o permisos restringidos: no se puede revisar',
    'el mismo sin contraseña ni restricciones',
  )

/** PDF names that only active content uses, with the error for each. */
const ACTIVE = new Map([
  ['JavaScript', javaScriptError],
  ['Launch', errorWith('abre un programa al leerse (Launch)')],
  ...['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment'].map((name) => [name, embeddedFileError] as const),
  ...['RichMedia', 'RichMediaContent', 'RichMediaSettings'].map((name) => [name, multimediaError] as const),
  ['XFA', errorWith('contiene un formulario XFA, que puede traer programas')],
])

/** Keys of actions that an event of a page, field or document starts. */
const EVENT_KEYS = 'E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP'.split(' ')
/** Keys of the contents of an embedded file. */
const FILE_KEYS = 'F UF DOS Mac Unix'.split(' ')

/**
 * Rejects a PDF that has active content or contains another file. Every object is checked, because programs
 * differ in which objects belong to the document.
 * @throws {InvalidAttachmentError} that names the content found
 */
export function checkPdf(bytes: Buffer): void {
  const names = new Set<string>()
  const openActions: Value[] = []
  const additionalActions: Value[] = []
  const files: Value[] = []
  const pdf = new PdfFile(bytes, (name) => {
    if (ACTIVE.has(name)) names.add(name)
  })
  try {
    for (const value of pdf.objects()) {
      for (const dictionary of dictionariesIn(value)) {
        if (valuesOf(dictionary, 'Encrypt').length > 0) throw encryptedError()
        if (valuesOf(dictionary, 'JS').length > 0 && valuesOf(dictionary, 'S').length > 0)
          throw javaScriptError()
        openActions.push(...valuesOf(dictionary, 'OpenAction'))
        additionalActions.push(...valuesOf(dictionary, 'AA'))
        files.push(...valuesOf(dictionary, 'EF'))
      }
      for (const name of names) throw ACTIVE.get(name)?.()
    }
    if (resolved(pdf, openActions).some((value) => !onlySelectsPage(value))) throw openActionError()
    if (resolved(pdf, additionalActions).some((value) => hasOneOf(value, EVENT_KEYS)))
      throw additionalActionError()
    if (resolved(pdf, files).some((value) => hasOneOf(value, FILE_KEYS))) throw embeddedFileError()
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    // Encryption makes compressed objects unreadable, so the reading failed before the trailer, which has '/Encrypt'.
    throw bytes.includes('/Encrypt') ? encryptedError() : unreadableError()
  }
}

function* dictionariesIn(value: Value): Generator<Dictionary> {
  if (Array.isArray(value)) for (const inner of value) yield* dictionariesIn(inner)
  if (!isDictionary(value)) return
  yield value
  for (const [, inner] of value.pairs) yield* dictionariesIn(inner)
}

const resolved = (pdf: PdfFile, values: Value[]): Value[] =>
  values.flatMap((value) => (isReference(value) ? pdf.resolve(value.object) : [value]))

const hasOneOf = (value: Value, names: string[]) =>
  isDictionary(value) &&
  value.pairs.some(([name, inner]) => names.includes(name) && (isDictionary(inner) || isReference(inner)))

/** Whether an open action only selects the page that is shown first. */
function onlySelectsPage(value: Value): boolean {
  if (!isDictionary(value)) return true
  const kinds = valuesOf(value, 'S')
  const isGoTo = kinds.length > 0 && kinds.every((kind) => isName(kind) && kind.name === 'GoTo')
  return isGoTo && valuesOf(value, 'Next').length === 0
}
