import PDFDocument from 'pdfkit'
import { type PdfDocument, registerFonts } from './drawText.ts'

/** Opens a PDF of A4 pages with the app's fonts. */
export function openDocument(title: string, margin = 0): PdfDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    autoFirstPage: false,
    lang: 'es-CL',
    displayTitle: true,
    info: { Title: title, Author: 'Apoderados' },
  })
  registerFonts(doc)
  return doc
}
