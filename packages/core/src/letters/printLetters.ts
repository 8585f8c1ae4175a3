import type { Letter } from '../invitations/invitationLetters.ts'
import type { PdfDocument } from '../pdf/drawText.ts'
import { openDocument } from '../pdf/openDocument.ts'
import { drawEmptyPage, drawLetter } from './page.ts'

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
 * Yields the bytes of a PDF with one page per letter, in the order of `letters`. `count` receives the number of letters
 * that are drawn so far.
 */
export async function* printLetters(
  letters: AsyncIterable<Letter[]>,
  publicUrl: string | undefined,
  count: (drawn: number) => void,
): AsyncGenerator<Uint8Array> {
  const doc = openDocument('Cartas de acceso a Apoderados')
  let drawn = 0
  for await (const batch of letters) {
    for (const letter of batch) {
      drawn += 1
      addPage(doc)
      drawLetter(doc, letter, { publicUrl, number: drawn })
    }
    count(drawn)
    yield* takeReadyBytes(doc)
  }
  if (!doc.page) {
    addPage(doc)
    drawEmptyPage(doc)
  }
  doc.end()
  yield* takeReadyBytes(doc)
}
