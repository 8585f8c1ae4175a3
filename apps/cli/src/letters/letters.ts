import { pipeline } from 'node:stream/promises'
import type { Queryable } from '@apoderados/core/db/client/open'
import { writeFileAtomic } from '@apoderados/core/files/atomicFile'
import { type Letter, readInvitations } from '@apoderados/core/invitations/invitationLetters'
import { Refusal } from '@apoderados/importer/explain'
import PDFDocument from 'pdfkit'
import type { Connection } from '../connection.ts'
import { type PdfDocument, registerFonts } from './drawText.ts'
import { drawEmptyPage, drawLetter } from './page.ts'

function openDocument(): PdfDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'es-CL',
    displayTitle: true,
    info: { Title: 'Cartas de acceso a Apoderados', Author: 'Apoderados' },
  })
  registerFonts(doc)
  return doc
}

function addPage(doc: PdfDocument): void {
  const written: PdfDocument['page'] | undefined = doc.page
  doc.addPage()
  // pdfkit keeps every page until the end of the document: emptying a written page saves 10 KB for each of up to
  // 75,000 letters.
  if (written) written.dictionary.data = { Pattern: undefined, Annots: undefined }
}

/** Yields the bytes that the document has ready, and so removes them from its memory. */
function* takeReadyBytes(doc: PdfDocument): Generator<Uint8Array> {
  for (let chunk = doc.read(); chunk !== null; chunk = doc.read()) yield chunk
}

/**
 * Writes one page per letter, in the order of `letters`, and returns the number of letters. Only the operator's system
 * user can read the file, which appears only when it is complete.
 * @throws an error with code EEXIST if the file exists
 */
export async function writeLetters(
  path: string,
  letters: AsyncIterable<Letter[]>,
  publicUrl: string | undefined,
): Promise<number> {
  let count = 0
  async function* printPages(): AsyncGenerator<Uint8Array> {
    const doc = openDocument()
    for await (const batch of letters) {
      for (const letter of batch) {
        count += 1
        addPage(doc)
        drawLetter(doc, letter, { publicUrl, number: count })
      }
      yield* takeReadyBytes(doc)
    }
    if (!doc.page) {
      addPage(doc)
      drawEmptyPage(doc)
    }
    doc.end()
    yield* takeReadyBytes(doc)
  }
  await writeFileAtomic(path, (file) => pipeline(printPages(), file))
  return count
}

/** Refuses letters and mails that would not say where to sign in. @throws {Refusal} without PUBLIC_URL */
export function requirePublicUrl(publicUrl: string | undefined): void {
  if (publicUrl === undefined)
    throw new Refusal(
      'Falta PUBLIC_URL, la dirección en que las familias abren la aplicación: sin ella, cartas y correos no dicen dónde entrar. Póngala también para este comando.',
    )
}

/** Writes the letters of these guardians' valid invitations, or of all valid ones, as `writeLetters` does. */
export const writeInvitationLetters = (
  db: Queryable,
  { keys, publicUrl }: Pick<Connection, 'keys' | 'publicUrl'>,
  parent_ids: number[] | 'all live',
  path: string,
): Promise<number> => writeLetters(path, readInvitations(db, keys, parent_ids), publicUrl)
