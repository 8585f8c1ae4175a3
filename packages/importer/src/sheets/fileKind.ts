import { wideEncodingOf } from './encoding.ts'

/** Matches the names of spreadsheets, in formats that are read or refused with advice, and of zips. */
export const SPREADSHEET_NAME = /\.(?:csv|tsv|tab|txt|xls[xmb]?|ods|html?|zip)$/i

const ANY_MARKUP = /^\s*<[?!a-z]/i
const OTHER_MARKUP = /^\s*<[?!]/
const HTML = /<(?:!doctype\s+html|html|head|body|meta|style|table)\b/i
/** A workbook in the format 'Hoja de cálculo XML 2003', whose tables differ from HTML. */
const WORKBOOK_IN_XML = /urn:schemas-microsoft-com:office:spreadsheet"|<workbook\b/i
const PAGE_IN_MAIL = /^MIME-Version:/i

export type FileKind = 'empty' | 'zip' | 'csv' | 'html' | 'oldWorkbook' | 'otherWorkbook' | 'other'

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)

/** True for control characters, except tabs, line breaks and page breaks. */
const isControl = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20)

/** Determines the kind by content, because file extensions are unreliable. */
export function kindOf(head: Buffer): FileKind {
  if (head.length === 0) return 'empty'
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0x50, 0x4b, 0x05, 0x06)) return 'zip'
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) return 'oldWorkbook'
  const wide = wideEncodingOf(head)
  const text = wide
    ? new TextDecoder(wide).decode(head)
    : head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if ((!wide && head.some(isControl)) || text.startsWith('%PDF-') || text.startsWith('{\\rtf')) return 'other'
  if (PAGE_IN_MAIL.test(text)) return 'otherWorkbook'
  if (text.trim() === '') return 'empty'
  if (!ANY_MARKUP.test(text)) return 'csv'
  if (WORKBOOK_IN_XML.test(text) && !/<html\b/i.test(text)) return 'otherWorkbook'
  if (HTML.test(text)) return 'html'
  return OTHER_MARKUP.test(text) ? 'other' : 'csv'
}
