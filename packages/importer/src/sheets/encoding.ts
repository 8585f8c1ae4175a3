import { isAscii, isUtf8 } from 'node:buffer'
import { UnreadableFileError } from './sheet.ts'

const MIXED_MESSAGE = 'mezcla dos codificaciones: ábralo, revise los acentos y guárdelo como «CSV UTF-8»'
const DOS_MESSAGE = 'los acentos son de «CSV (MS-DOS)»: guárdelo como «CSV UTF-8»'
/** Matches 'Mu¤oz', 'Jos‚' and two undefined characters: texts in code page 850 that were decoded as Latin-1. */
const DOS_IN_LATIN = /[a-z][\x82\xa2-\xa5]|[\x81\x90]/i
/** Matches 'Mar¡a', 'GàMEZ', 'µLVAREZ': code page 850 too, unless LATIN_LETTER shows that the text is Latin-1. */
const MAYBE_DOS = /[a-z]\xa1[a-z]|[A-Z]\xe0[A-Z]|\xb5[A-Z]{2}/
const LATIN_LETTER = /[a-z][áéíóúñ]|[A-Z][ÁÉÍÓÚÑ]/
const MAC_MESSAGE = 'los acentos son de «CSV (Macintosh)»: guárdelo como «CSV UTF-8»'
/** Matches 'Mu–oz', 'Tom‡s', 'MU„OZ', 'çlvarez': texts in MacRoman that were decoded as Windows-1252. */
const MAC_IN_LATIN =
  /[A-Za-z](?:[\x87\x8e]|\x9c(?!u)|[\x96\x97][a-z])|[A-Z][\x83\x84\xe7\xea\xee\xf2][A-Z]|(?:^|[\s;,"])[\x83\xe7\xea\xee\xf2][A-Za-z]/
/** Matches 'Mar’a': MacRoman too, unless LATIN_LETTER shows that the text is Windows-1252. */
const MAYBE_MAC = /[a-z]\x92[a-z]/
/** Matches 'Ã±', 'Â°': a text in UTF-8 that was decoded as Latin-1. */
const UTF8_IN_LATIN = /\xc3[\x80-\xbf]|\xc2[\xa0-\xbf]/
const LATIN_ENCODING = 'windows-1252'
/** The maximum number of bytes of an incomplete UTF-8 character at the end of a chunk. */
const CUT_BYTES_MAX = 3

/**
 * Converts a text to UTF-8 without a byte order mark. A text without a mark is taken for UTF-8 if its first chunk with
 * accents is valid UTF-8; otherwise it is taken for a text in the encoding `otherwise`.
 * @throws {UnreadableFileError} if the text mixes two encodings; valid lines before that are yielded first
 */
export async function* toUtf8(
  file: string,
  chunks: AsyncIterable<Buffer>,
  otherwise = LATIN_ENCODING,
): AsyncGenerator<Buffer> {
  let decoder: Decoder | undefined
  let pendingBytes: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    pendingBytes = pendingBytes.length > 0 ? Buffer.concat([pendingBytes, chunk]) : chunk
    if (!decoder) {
      if (pendingBytes.length < CUT_BYTES_MAX) continue
      const mark = byteOrderMarkOf(pendingBytes)
      decoder = mark.decoder ?? createDetectingDecoder(file, otherwise)
      pendingBytes = pendingBytes.subarray(mark.bytes)
    }
    yield* decoder.decode(pendingBytes)
    pendingBytes = Buffer.alloc(0)
  }
  decoder ??= createDetectingDecoder(file, otherwise)
  yield* decoder.decode(pendingBytes)
  yield* decoder.end()
}

const looksLikeDos = (latin: string) =>
  DOS_IN_LATIN.test(latin) || (MAYBE_DOS.test(latin) && !LATIN_LETTER.test(latin))

const looksLikeMac = (latin: string) =>
  MAC_IN_LATIN.test(latin) || (MAYBE_MAC.test(latin) && !LATIN_LETTER.test(latin))

/** Converts the chunks of a text to UTF-8; `end` returns what was withheld. */
type Decoder = { decode(chunk: Buffer): Iterable<Buffer>; end(): Iterable<Buffer> }

/** Returns the length of the byte order mark in bytes, 0 without one, and the decoder for UTF-16. */
function byteOrderMarkOf(head: Buffer): { bytes: number; decoder?: Decoder } {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { bytes: 3 }
  const wide = utf16EncodingOf(head)
  return wide ? { bytes: 2, decoder: createTranscoder(wide) } : { bytes: 0 }
}

/** Returns the encoding that a byte order mark of UTF-16 declares; undefined if there is none. */
export function utf16EncodingOf(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
}

/** Returns a decoder that converts from `encoding` to UTF-8. */
function createTranscoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding)
  return {
    decode: (chunk) => [Buffer.from(decoder.decode(chunk, { stream: true }))],
    end: () => [Buffer.from(decoder.decode())],
  }
}

/** Returns a decoder that does not change ASCII until a chunk shows whether the text is in UTF-8 or in `otherwise`. */
function createDetectingDecoder(file: string, otherwise: string): Decoder {
  let other: Decoder | undefined
  let isKnownUtf8 = false
  let cut: Buffer = Buffer.alloc(0)

  function* decodeOther(piece: Buffer): Iterable<Buffer> {
    const latin = piece.toString('latin1')
    if (otherwise === LATIN_ENCODING && looksLikeDos(latin)) throw new UnreadableFileError(file, DOS_MESSAGE)
    if (UTF8_IN_LATIN.test(latin)) return yield* refuse(piece)
    if (otherwise === LATIN_ENCODING && looksLikeMac(latin)) throw new UnreadableFileError(file, MAC_MESSAGE)
    other ??= createTranscoder(otherwise)
    yield* other.decode(piece)
  }

  function* refuse(piece: Buffer): Iterable<Buffer> {
    yield linesBeforeInvalid(piece)
    throw new UnreadableFileError(file, MIXED_MESSAGE)
  }

  function* decode(chunk: Buffer, isEnd = false): Iterable<Buffer> {
    if (other) return yield* decodeOther(chunk)
    const allBytes = cut.length > 0 ? Buffer.concat([cut, chunk]) : chunk
    const piece = isEnd ? allBytes : allBytes.subarray(0, allBytes.length - countCutBytes(allBytes))
    cut = Buffer.from(allBytes.subarray(piece.length))
    if (isUtf8(piece)) {
      isKnownUtf8 ||= !isAscii(piece)
      return yield piece
    }
    if (isKnownUtf8) return yield* refuse(piece)
    cut = Buffer.alloc(0)
    yield* decodeOther(allBytes)
  }

  function* end(): Iterable<Buffer> {
    yield* decode(Buffer.alloc(0), true)
    if (other) yield* other.end()
  }

  return { decode: (chunk) => decode(chunk), end }
}

/** Returns the number of bytes at the end that may belong to an incomplete character. */
function countCutBytes(piece: Buffer): number {
  for (let count = 1; count <= Math.min(CUT_BYTES_MAX, piece.length); count += 1) {
    const byte = piece[piece.length - count] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return count
  }
  return 0
}

/** Returns the lines before the first one that is not UTF-8; the reader counts them, to report that line's number. */
function linesBeforeInvalid(piece: Buffer): Buffer {
  let end = 0
  for (;;) {
    const next = piece.indexOf(0x0a, end) + 1
    if (next === 0 || !isUtf8(piece.subarray(end, next))) return piece.subarray(0, end)
    end = next
  }
}
