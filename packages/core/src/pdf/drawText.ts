import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { oneLine } from './oneLine.ts'

export type PdfDocument = typeof PDFDocument.prototype

/** The app's colours. Those of adjacent areas also differ when printed in grey. */
export const colors = {
  text: '#1C1A27',
  text2: '#54515F',
  line: '#C9C5BA',
  accent: '#463AAE',
  accentSoft: '#EAE8F8',
  paper: '#FFFFFF',
}

const fonts = {
  text: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  mono: import.meta.resolve('@expo-google-fonts/ibm-plex-mono/600SemiBold/IBMPlexMono_600SemiBold.ttf'),
}

/** Registers the fonts. Noto Sans covers every Latin name; in the monospaced font, 0 and O differ. */
export function registerFonts(doc: PdfDocument): void {
  for (const [name, url] of Object.entries(fonts)) doc.registerFont(name, fileURLToPath(url))
}

type OpenFont = { font: object; constructor: new (doc: PdfDocument, font: object, id: string) => object }
/** What pdfkit's types leave out. */
type WithFonts = { _font: OpenFont; _fontFamilies: Record<string, object>; _fontCount: number }
const openFonts = new Map<string, OpenFont>()

/**
 * Registers the fonts of a short document. pdfkit would parse the files again for each document, which takes 0.1 s, so the
 * documents share what it has parsed. The document must be created with `font: ''`, or it has one that is not embedded.
 */
export function registerSharedFonts(doc: PdfDocument): void {
  registerFonts(doc)
  const internals = doc as unknown as WithFonts
  for (const name of ['text', 'bold']) {
    const open = openFonts.get(name)
    if (open) {
      internals._fontCount += 1
      internals._fontFamilies[name] = new open.constructor(doc, open.font, `F${internals._fontCount}`)
    } else {
      doc.font(name)
      const opened = internals._font
      openFonts.set(name, { font: opened.font, constructor: opened.constructor })
    }
  }
}

/** The arch of the logo as an SVG path of 40 by 40 units. */
const ARCH_PATH =
  'M2.5 35V23.5a17.5 17.5 0 0 1 35 0V35h-7V23.5a10.5 10.5 0 0 0-21 0V35Z M14 35v-6a6 6 0 0 1 12 0v6Z'
const ARCH_UNITS = 40

export function drawArch(doc: PdfDocument, { x, y, width }: TextBox): void {
  doc
    .save()
    .translate(x, y)
    .scale(width / ARCH_UNITS)
    .path(ARCH_PATH)
    .fill(colors.accent)
    .restore()
}

export type TextBox = { x: number; y: number; width: number }
export type TextStyle = {
  font?: keyof typeof fonts
  size: number
  color?: string
  align?: 'left' | 'center' | 'right'
  /** The maximum number of lines; longer text is cut with an ellipsis. */
  lines?: number
  /** Points between two characters. */
  spacing?: number
}

/** The distance between two lines, as a multiple of the font size. */
const LINE_HEIGHT_RATIO = 1.4

/** Options for texts that occur once: with `features`, even an empty list, pdfkit does not cache a text's layout. */
const UNCACHED_LAYOUT = { features: [] }

/** Sets the font of the document, and returns pdfkit's options for a text in this style. */
function applyStyle(
  doc: PdfDocument,
  { font = 'text', size, align = 'left', lines, spacing = 0 }: TextStyle,
  width: number,
) {
  doc.font(font).fontSize(size)
  const lineGap = size * LINE_HEIGHT_RATIO - doc.currentLineHeight(true)
  const height = lines && size * LINE_HEIGHT_RATIO * lines
  return { width, align, lineGap, characterSpacing: spacing, ...(height && { height, ellipsis: true }) }
}

/** Draws a text that recurs in the document, such as a label, and returns the y of its end. */
export function writeRecurring(
  doc: PdfDocument,
  text: string,
  { x, y, width }: TextBox,
  style: TextStyle,
  layout?: typeof UNCACHED_LAYOUT,
): number {
  doc.fillColor(style.color ?? colors.text).text(text, x, y, { ...applyStyle(doc, style, width), ...layout })
  return doc.y
}

/** Draws a text that occurs on this page alone and returns the y of its end. */
export const writeUnique = (doc: PdfDocument, text: string, box: TextBox, style: TextStyle): number =>
  writeRecurring(doc, oneLine(text), box, style, UNCACHED_LAYOUT)

const FITTED_FONT_SIZE_MIN = 8

/** Returns the font size at which the text fits on one line: at most the style's, and at least 8 points. */
export function sizeToFit(doc: PdfDocument, text: string, width: number, style: TextStyle): number {
  const { font = 'text', size } = style
  const full = doc.font(font).fontSize(size).widthOfString(oneLine(text), UNCACHED_LAYOUT)
  return Math.max(FITTED_FONT_SIZE_MIN, Math.min(size, (size * width) / full))
}

export function heightOfUniqueText(doc: PdfDocument, text: string, width: number, style: TextStyle): number {
  return doc.heightOfString(oneLine(text), { ...applyStyle(doc, style, width), ...UNCACHED_LAYOUT })
}
