import { InvalidAttachmentError } from '../invalidAttachment.ts'
import { PdfFile, UnreadablePdf } from './pdfFile.ts'
import { type Dictionary, isDictionary, isName, isReference, type Value, valuesOf } from './reader.ts'

const PRINTED = 'el mismo impreso como PDF (Imprimir › Guardar como PDF)'
const active = (message: string) => () => new InvalidAttachmentError(message, PRINTED)

const javaScript = active('contiene un programa (JavaScript)')
const attached = active('trae otro archivo dentro (EmbeddedFile)')
const multimedia = active('trae contenido multimedia con programas (RichMedia)')
const atOpening = active('hace algo por su cuenta al abrirse (OpenAction)')
const atReading = active('hace algo por su cuenta mientras se lee (AA)')
const unreadable = active('no se puede revisar por dentro')
const encrypted = () =>
  new InvalidAttachmentError(
    'tiene contraseña o permisos restringidos: no se puede revisar',
    'el mismo sin contraseña ni restricciones',
  )

/** PDF names that only active content uses, with the rejection for each. */
const ACTIVE = new Map([
  ['JavaScript', javaScript],
  ['Launch', active('abre un programa al leerse (Launch)')],
  ...['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment'].map((name) => [name, attached] as const),
  ...['RichMedia', 'RichMediaContent', 'RichMediaSettings'].map((name) => [name, multimedia] as const),
  ['XFA', active('contiene un formulario XFA, que puede traer programas')],
])

/** The keys of actions at events of a page, field or document. `FILES` contains the keys of an embedded file. */
const EVENTS = 'E X D U Fo Bl PO PC PV PI O C K F V WC WS DS WP DP'.split(' ')
const FILES = 'F UF DOS Mac Unix'.split(' ')

/**
 * Rejects a PDF that has active content or contains another file. Every object is checked, because programs
 * differ in which objects belong to the document.
 * @throws {InvalidAttachmentError} that names the content found
 */
export function checkPdf(bytes: Buffer): void {
  const names = new Set<string>()
  const found: { opening: Value[]; reading: Value[]; files: Value[] } = {
    opening: [],
    reading: [],
    files: [],
  }
  const pdf = new PdfFile(bytes, (name) => {
    if (ACTIVE.has(name)) names.add(name)
  })
  try {
    for (const value of pdf.objects()) {
      for (const dictionary of dictionariesIn(value)) {
        if (valuesOf(dictionary, 'Encrypt').length > 0) throw encrypted()
        if (valuesOf(dictionary, 'JS').length > 0 && valuesOf(dictionary, 'S').length > 0) throw javaScript()
        found.opening.push(...valuesOf(dictionary, 'OpenAction'))
        found.reading.push(...valuesOf(dictionary, 'AA'))
        found.files.push(...valuesOf(dictionary, 'EF'))
      }
      for (const name of names) throw ACTIVE.get(name)?.()
    }
    if (resolved(pdf, found.opening).some((value) => !isDestination(value))) throw atOpening()
    if (resolved(pdf, found.reading).some((value) => hasOneOf(value, EVENTS))) throw atReading()
    if (resolved(pdf, found.files).some((value) => hasOneOf(value, FILES))) throw attached()
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    throw bytes.includes('/Encrypt') ? encrypted() : unreadable() // '/Encrypt' is in the trailer, which is not read if a compressed object is unreadable
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

/** Whether an open action only selects the page to begin at. */
function isDestination(value: Value): boolean {
  if (!isDictionary(value)) return true
  const kinds = valuesOf(value, 'S')
  const isGoTo = kinds.length > 0 && kinds.every((kind) => isName(kind) && kind.name === 'GoTo')
  return isGoTo && valuesOf(value, 'Next').length === 0
}
