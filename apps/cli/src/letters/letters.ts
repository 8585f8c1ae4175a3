import { pipeline } from 'node:stream/promises'
import { writeFileAtomic } from '@apoderados/database/files/atomicFile'
import type { Letter } from '@apoderados/database/invitations/invitationLetters'
import PDFDocument from 'pdfkit'
import { type Document, registerFonts } from './ink.ts'
import { drawEmptyPage, drawLetter } from './page.ts'

function openDocument(): Document {
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

function addPage(doc: Document): void {
  const written: Document['page'] | undefined = doc.page
  doc.addPage()
  // It is in the file already, and the document keeps each page until the end: 10 KB times 75,000.
  if (written) written.dictionary.data = { Pattern: undefined, Annots: undefined }
}

/** What the document holds ready, and no longer keeps. */
function* readyOf(doc: Document): Generator<Uint8Array> {
  for (let chunk = doc.read(); chunk !== null; chunk = doc.read()) yield chunk
}

async function* print(
  letters: AsyncIterable<Letter[]>,
  publicUrl: string | undefined,
  printed: { count: number },
): AsyncGenerator<Uint8Array> {
  const doc = openDocument()
  for await (const batch of letters) {
    for (const letter of batch) {
      printed.count += 1
      addPage(doc)
      drawLetter(doc, letter, { publicUrl, number: printed.count })
    }
    yield* readyOf(doc)
  }
  if (!doc.page) {
    addPage(doc)
    drawEmptyPage(doc)
  }
  doc.end()
  yield* readyOf(doc)
}

/**
 * One page for each, in the order in which they come; how many. The file is for this user alone and is there when
 * it is whole. `publicUrl`: the address of the app, when somebody told it.
 * @throws with the code EEXIST for a file that is there already
 */
export async function writeLetters(
  path: string,
  letters: AsyncIterable<Letter[]>,
  publicUrl: string | undefined,
): Promise<number> {
  const printed = { count: 0 }
  await writeFileAtomic(path, (file) => pipeline(print(letters, publicUrl, printed), file))
  return printed.count
}
