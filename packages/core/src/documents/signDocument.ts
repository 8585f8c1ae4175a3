import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PdfDocument } from '../pdf/drawText.ts'

/** Signs a document. `prepare` adds the place of the signature before the document's end. */
export type SignDocument = {
  prepare(doc: PdfDocument): void
  sign(bytes: Buffer): Promise<Buffer>
}

/** The room for the signature, in bytes; one with a chain of three certificates takes about 6,000. */
const SIGNATURE_BYTES = 16_384
const TO_BE_FILLED = '**********'
/** Annotations: printed, and locked, as PDF/A wants. A form with signatures that may only be added to. */
const [ANNOTATION_FLAGS, SIGNATURE_FLAGS] = [132, 3]

/** What pdfkit's types leave out. */
type WithForm = {
  _root: { data: { AcroForm: { data: { Fields: unknown[]; SigFlags?: number; NeedAppearances?: boolean } } } }
}

/** Adds an invisible signature field, which the library then fills (pdfkit has no signatures of its own). */
function addPlaceholder(doc: PdfDocument, name: string): void {
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'adbe.pkcs7.detached',
    ByteRange: [0, TO_BE_FILLED, TO_BE_FILLED, TO_BE_FILLED],
    Contents: Buffer.alloc(SIGNATURE_BYTES),
    Name: new String(name),
    M: new Date(),
  })
  const field = doc.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    T: new String('Firma'),
    F: ANNOTATION_FLAGS,
    V: signature,
    P: doc.page.dictionary,
  })
  doc.initForm()
  const { data: form } = (doc as unknown as WithForm)._root.data.AcroForm
  form.SigFlags = SIGNATURE_FLAGS
  form.Fields.push(field)
  delete form.NeedAppearances // PDF/A has none
  doc.page.annotations.push(field)
  for (const reference of [signature, field]) reference.end()
}

/**
 * Returns a function that finds the certificate of a school: the files '<RBD>.p12' and '<RBD>.txt', with its password, in
 * the folder. They are read at each signature, so that a renewed certificate needs no restart.
 */
export function createSignerFinder(folder: string | undefined) {
  return async (rbd: string): Promise<SignDocument | undefined> => {
    if (folder === undefined || !/^[\dK-]+$/.test(rbd)) return undefined
    const certificate = await readFile(join(folder, `${rbd}.p12`)).catch(() => undefined)
    if (!certificate) return undefined
    const passphrase = (await readFile(join(folder, `${rbd}.txt`), 'utf8').catch(() => '')).trim()
    return {
      prepare: (doc) => addPlaceholder(doc, `RBD ${rbd}`),
      async sign(bytes) {
        // Most schools have no certificate: the libraries are loaded for the first signature.
        const [{ SignPdf }, { P12Signer }] = await Promise.all([
          import('@signpdf/signpdf'),
          import('@signpdf/signer-p12'),
        ])
        return new SignPdf().sign(bytes, new P12Signer(certificate, { passphrase }))
      },
    }
  }
}
