import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

export type Document = typeof PDFDocument.prototype

/** The look of the app on paper: each is told from its neighbours in grey too. */
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

/** Noto Sans writes every Latin name, whatever its accents; in the mono a zero is no O. */
export function registerFonts(doc: Document): void {
  for (const [name, url] of Object.entries(fonts)) doc.registerFont(name, fileURLToPath(url))
}

export type TextBox = { x: number; y: number; width: number }
export type Ink = {
  font?: keyof typeof fonts
  size: number
  color?: string
  align?: 'left' | 'center' | 'right'
  /** More is cut with an ellipsis. */
  lines?: number
  /** Points between two signs. */
  spacing?: number
}

const LINE = 1.4

/** A school's or a family's own words: not kept for the next page, which has others. */
const ANEW = { features: [] }

function optionsOf(
  doc: Document,
  { font = 'text', size, align = 'left', lines, spacing = 0 }: Ink,
  width: number,
) {
  doc.font(font).fontSize(size)
  const lineGap = size * LINE - doc.currentLineHeight(true)
  const height = lines && size * LINE * lines
  return { width, align, lineGap, characterSpacing: spacing, ...(height && { height, ellipsis: true }) }
}

/** Sets our own words and tells where they end. */
export function write(doc: Document, text: string, { x, y, width }: TextBox, ink: Ink): number {
  const options = optionsOf(doc, ink, width)
  doc.fillColor(ink.color ?? colors.text).text(text, x, y, options)
  return doc.y
}

/** On one line, without what would break it or turn it around. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()

/** Sets what is of this page alone and tells where it ends. */
export function writeOwn(doc: Document, text: string, { x, y, width }: TextBox, ink: Ink): number {
  const options = { ...optionsOf(doc, ink, width), ...ANEW }
  doc.fillColor(ink.color ?? colors.text).text(plain(text), x, y, options)
  return doc.y
}

/** The size in which it fits on a line, between the two. */
export function sizeToFit(doc: Document, text: string, width: number, ink: Ink, least: number): number {
  const { font = 'text', size } = ink
  const full = doc.font(font).fontSize(size).widthOfString(plain(text), ANEW)
  return Math.max(least, Math.min(size, (size * width) / full))
}

export function heightOfOwn(doc: Document, text: string, width: number, ink: Ink): number {
  return doc.heightOfString(plain(text), { ...optionsOf(doc, ink, width), ...ANEW })
}
