import { utf16EncodingOf } from './encoding.ts'

/** Matches the names of spreadsheets, whether their format is read or refused with advice, and of zips. */
export const SPREADSHEET_NAME = /\.(?:csv|tsv|tab|txt|xls[xmb]?|ods|html?|zip)$/i

const MARKUP_START = /^\s*<[?!a-z]/i
const DECLARATION_START = /^\s*<[?!]/
const HTML_TAG = /<(?:!doctype\s+html|html|head|body|meta|style|table)\b/i
/** Matches a workbook in the format 'Hoja de cálculo XML 2003', whose tables differ from those of HTML. */
const WORKBOOK_IN_XML = /urn:schemas-microsoft-com:office:spreadsheet"|<workbook\b/i
/** Matches a web page or workbook that was saved as a single file in the form of a mail (MHTML). */
const MHTML_HEADER = /^MIME-Version:/i

export type FileKind = 'empty' | 'zip' | 'csv' | 'html' | 'oldWorkbook' | 'otherWorkbook' | 'other'

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)

/** True for control characters, except tabs, line breaks and page breaks. */
const isControlByte = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x20)

/** The largest share of NUL characters in a text: some programs write one in a cell. UTF-16 has one per letter. */
const NUL_SHARE_MAX = 0.1

const isBinary = (head: Buffer) =>
  head.some((byte) => byte !== 0 && isControlByte(byte)) ||
  head.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0) > head.length * NUL_SHARE_MAX

/** Determines the kind of a file by its first bytes, because file extensions are unreliable. */
export function fileKindOf(head: Buffer): FileKind {
  if (head.length === 0) return 'empty'
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0x50, 0x4b, 0x05, 0x06)) return 'zip'
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) return 'oldWorkbook'
  const wide = utf16EncodingOf(head)
  const text = wide
    ? new TextDecoder(wide).decode(head)
    : head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
  if ((!wide && isBinary(head)) || text.startsWith('%PDF-') || text.startsWith('{\\rtf')) return 'other'
  if (MHTML_HEADER.test(text)) return 'otherWorkbook'
  if (text.trim() === '') return 'empty'
  if (!MARKUP_START.test(text)) return 'csv'
  if (WORKBOOK_IN_XML.test(text) && !/<html\b/i.test(text)) return 'otherWorkbook'
  if (HTML_TAG.test(text)) return 'html'
  return DECLARATION_START.test(text) ? 'other' : 'csv'
}
