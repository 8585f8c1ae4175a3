import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { PdfFile } from './pdfFile.ts'
import {
  isDictionary,
  isName,
  isReference,
  type PdfDictionary,
  type PdfValue,
  UnreadablePdfError,
  valuesOf,
} from './reader.ts'

const PRINT_ADVICE = 'el mismo impreso como PDF (Imprimir › Guardar como PDF)'
const createErrorFactory = (message: string) => () => new InvalidAttachmentError(message, PRINT_ADVICE)

const javaScriptError = createErrorFactory('contiene un programa (JavaScript)')
const embeddedFileError = createErrorFactory('trae otro archivo dentro (EmbeddedFile)')
const multimediaError = createErrorFactory('trae contenido multimedia con programas (RichMedia)')
const openActionError = createErrorFactory('hace algo por su cuenta al abrirse (OpenAction)')
const additionalActionError = createErrorFactory('hace algo por su cuenta mientras se lee (AA)')
const unreadableError = createErrorFactory('no se puede revisar por dentro')
const encryptedError = () =>
  new InvalidAttachmentError(
    'tiene contraseña o permisos restringidos: no se puede revisar',
    'el mismo sin contraseña ni restricciones',
  )

/** Names that a PDF contains only if it has active content or another file, with the error for each. */
const ACTIVE_NAMES = new Map([
  ['JavaScript', javaScriptError],
  ['Launch', createErrorFactory('abre un programa al leerse (Launch)')],
  ...['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment'].map((name) => [name, embeddedFileError] as const),
  ...['RichMedia', 'RichMediaContent', 'RichMediaSettings'].map((name) => [name, multimediaError] as const),
  ['XFA', createErrorFactory('contiene un formulario XFA, que puede traer programas')],
])

/** The keys under which a dictionary 'AA' contains the actions that events of a page, field or document start. */
const EVENT_KEYS = 'E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP'.split(' ')
/** The keys under which a dictionary 'EF' contains an embedded file. */
const EMBEDDED_FILE_KEYS = 'F UF DOS Mac Unix'.split(' ')

/**
 * Rejects a PDF that has active content, contains another file, is encrypted or cannot be inspected. Every object is
 * checked, because programs differ in which objects belong to the document.
 * @throws {InvalidAttachmentError} that names what was found
 */
export function checkPdf(bytes: Buffer): void {
  const names = new Set<string>()
  const openActions: PdfValue[] = []
  const additionalActions: PdfValue[] = []
  const files: PdfValue[] = []
  const pdf = new PdfFile(bytes, (name) => {
    if (ACTIVE_NAMES.has(name)) names.add(name)
  })
  try {
    for (const value of pdf.objects()) {
      for (const dictionary of findDictionaries(value)) {
        if (valuesOf(dictionary, 'Encrypt').length > 0) throw encryptedError()
        if (valuesOf(dictionary, 'JS').length > 0 && valuesOf(dictionary, 'S').length > 0)
          throw javaScriptError()
        openActions.push(...valuesOf(dictionary, 'OpenAction'))
        additionalActions.push(...valuesOf(dictionary, 'AA'))
        files.push(...valuesOf(dictionary, 'EF'))
      }
      for (const name of names) throw ACTIVE_NAMES.get(name)?.()
    }
    if (resolveReferences(pdf, openActions).some((value) => !onlySelectsPage(value))) throw openActionError()
    if (resolveReferences(pdf, additionalActions).some((value) => hasAnyKey(value, EVENT_KEYS)))
      throw additionalActionError()
    if (resolveReferences(pdf, files).some((value) => hasAnyKey(value, EMBEDDED_FILE_KEYS)))
      throw embeddedFileError()
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error
    // The compressed objects of an encrypted PDF cannot be read: reading fails before the trailer, with '/Encrypt'.
    throw bytes.includes('/Encrypt') ? encryptedError() : unreadableError()
  }
}

function* findDictionaries(value: PdfValue): Generator<PdfDictionary> {
  if (Array.isArray(value)) for (const inner of value) yield* findDictionaries(inner)
  if (!isDictionary(value)) return
  yield value
  for (const [, inner] of value.pairs) yield* findDictionaries(inner)
}

const resolveReferences = (pdf: PdfFile, values: PdfValue[]): PdfValue[] =>
  values.flatMap((value) => (isReference(value) ? pdf.resolve(value.object) : [value]))

const hasAnyKey = (value: PdfValue, names: string[]) =>
  isDictionary(value) &&
  value.pairs.some(([name, inner]) => names.includes(name) && (isDictionary(inner) || isReference(inner)))

/** Whether the value of OpenAction only selects the page that is shown first. */
function onlySelectsPage(value: PdfValue): boolean {
  if (!isDictionary(value)) return true
  const kinds = valuesOf(value, 'S')
  const isGoTo = kinds.length > 0 && kinds.every((kind) => isName(kind) && kind.name === 'GoTo')
  return isGoTo && valuesOf(value, 'Next').length === 0
}
