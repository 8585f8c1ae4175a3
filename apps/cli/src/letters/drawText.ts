import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { oneLine } from '../oneLine.ts'

export type Document = typeof PDFDocument.prototype

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
export function registerFonts(doc: Document): void {
  for (const [name, url] of Object.entries(fonts)) doc.registerFont(name, fileURLToPath(url))
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

const LINE_HEIGHT = 1.4

/** Options for texts that occur once: pdfkit does not cache the layout of a text that has `features`, even none. */
const UNCACHED = { features: [] }

function optionsOf(
  doc: Document,
  { font = 'text', size, align = 'left', lines, spacing = 0 }: TextStyle,
  width: number,
) {
  doc.font(font).fontSize(size)
  const lineGap = size * LINE_HEIGHT - doc.currentLineHeight(true)
  const height = lines && size * LINE_HEIGHT * lines
  return { width, align, lineGap, characterSpacing: spacing, ...(height && { height, ellipsis: true }) }
}

/** Draws a text that recurs in the document and returns the y of its end. */
export function write(doc: Document, text: string, { x, y, width }: TextBox, style: TextStyle): number {
  const options = optionsOf(doc, style, width)
  doc.fillColor(style.color ?? colors.text).text(text, x, y, options)
  return doc.y
}

/** Draws a text that occurs on this page alone and returns the y of its end. */
export function writeUnique(doc: Document, text: string, { x, y, width }: TextBox, style: TextStyle): number {
  const options = { ...optionsOf(doc, style, width), ...UNCACHED }
  doc.fillColor(style.color ?? colors.text).text(oneLine(text), x, y, options)
  return doc.y
}

const FITTED_SIZE_MIN = 8

/** Returns the font size at which the text fits on one line: at most the style's size, and at least 8. */
export function sizeToFit(doc: Document, text: string, width: number, style: TextStyle): number {
  const { font = 'text', size } = style
  const full = doc.font(font).fontSize(size).widthOfString(oneLine(text), UNCACHED)
  return Math.max(FITTED_SIZE_MIN, Math.min(size, (size * width) / full))
}

export function heightOfUnique(doc: Document, text: string, width: number, style: TextStyle): number {
  return doc.heightOfString(oneLine(text), { ...optionsOf(doc, style, width), ...UNCACHED })
}
