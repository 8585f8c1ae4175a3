import { isAscii, isUtf8 } from 'node:buffer'
import { UnreadableFileError } from './sheet.ts'

const MIXED = 'mezcla dos codificaciones: ábralo, revise los acentos y guárdelo como «CSV UTF-8»'
const DOS_MESSAGE = 'los acentos son de «CSV (MS-DOS)»: guárdelo como «CSV UTF-8»'
/** Matches 'Mu¤oz', 'Jos‚', and two bytes that are no character: code page 850 decoded as Latin-1. */
const DOS_IN_LATIN = /[a-z][\x82\xa2-\xa5]|[\x81\x90]/i
/** Matches 'Mar¡a', 'GàMEZ', 'µLVAREZ': also code page 850, unless another letter shows that the text is Latin-1. */
const MAYBE_DOS = /[a-z]\xa1[a-z]|[A-Z]\xe0[A-Z]|\xb5[A-Z]{2}/
const LATIN_LETTER = /[a-z][áéíóúñ]|[A-Z][ÁÉÍÓÚÑ]/
/** Matches 'Ã±', 'Â°': UTF-8 decoded as Latin-1. */
const UTF8_IN_LATIN = /\xc3[\x80-\xbf]|\xc2[\xa0-\xbf]/
const LATIN = 'windows-1252'
/** The maximum number of bytes of a UTF-8 character that may be at the end of a chunk. */
const MAX_CUT_BYTES = 3

/**
 * Converts a text to UTF-8 without byte order mark. A text without mark is UTF-8 if its first chunk with
 * accents is valid UTF-8, otherwise it has the encoding `otherwise`.
 * @throws {UnreadableFileError} if the text mixes two encodings; valid lines before that are yielded first
 */
export async function* toUtf8(
  file: string,
  chunks: AsyncIterable<Buffer>,
  otherwise = LATIN,
): AsyncGenerator<Buffer> {
  let decoder: Decoder | undefined
  let pendingBytes: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    pendingBytes = pendingBytes.length > 0 ? Buffer.concat([pendingBytes, chunk]) : chunk
    if (!decoder) {
      if (pendingBytes.length < MAX_CUT_BYTES) continue
      const mark = markOf(pendingBytes)
      decoder = mark.decoder ?? createDetector(file, otherwise)
      pendingBytes = pendingBytes.subarray(mark.bytes)
    }
    yield* decoder.decode(pendingBytes)
    pendingBytes = Buffer.alloc(0)
  }
  decoder ??= createDetector(file, otherwise)
  yield* decoder.decode(pendingBytes)
  yield* decoder.end()
}

const looksLikeDos = (latin: string) =>
  DOS_IN_LATIN.test(latin) || (MAYBE_DOS.test(latin) && !LATIN_LETTER.test(latin))

type Decoder = { decode(chunk: Buffer): Iterable<Buffer>; end(): Iterable<Buffer> }

function markOf(head: Buffer): { bytes: number; decoder?: Decoder } {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { bytes: 3 }
  const wide = wideEncodingOf(head)
  return wide ? { bytes: 2, decoder: createTranscoder(wide) } : { bytes: 0 }
}

/** Returns the encoding that a byte order mark of UTF-16 declares; undefined if there is none. */
export function wideEncodingOf(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
}

function createTranscoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding)
  return {
    decode: (chunk) => [Buffer.from(decoder.decode(chunk, { stream: true }))],
    end: () => [Buffer.from(decoder.decode())],
  }
}

/**
 * Creates a decoder that passes ASCII through until a chunk shows whether the text is UTF-8 or has the encoding
 * `otherwise`.
 */
function createDetector(file: string, otherwise: string): Decoder {
  let other: Decoder | undefined
  let isKnownUtf8 = false
  let cut: Buffer = Buffer.alloc(0)

  function* decodeOther(piece: Buffer): Iterable<Buffer> {
    const latin = piece.toString('latin1')
    if (otherwise === LATIN && looksLikeDos(latin)) throw new UnreadableFileError(file, DOS_MESSAGE)
    if (UTF8_IN_LATIN.test(latin)) return yield* refuse(piece)
    other ??= createTranscoder(otherwise)
    yield* other.decode(piece)
  }

  function* refuse(piece: Buffer): Iterable<Buffer> {
    yield validLines(piece)
    throw new UnreadableFileError(file, MIXED)
  }

  function* decode(chunk: Buffer, isEnd = false): Iterable<Buffer> {
    if (other) return yield* decodeOther(chunk)
    const allBytes = cut.length > 0 ? Buffer.concat([cut, chunk]) : chunk
    const piece = isEnd ? allBytes : allBytes.subarray(0, allBytes.length - cutBytes(allBytes))
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
function cutBytes(piece: Buffer): number {
  for (let count = 1; count <= Math.min(MAX_CUT_BYTES, piece.length); count += 1) {
    const byte = piece[piece.length - count] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return count
  }
  return 0
}

/** Returns the lines before the first invalid line, so that the number of the invalid line is known. */
function validLines(piece: Buffer): Buffer {
  let end = 0
  for (;;) {
    const next = piece.indexOf(0x0a, end) + 1
    if (next === 0 || !isUtf8(piece.subarray(end, next))) return piece.subarray(0, end)
    end = next
  }
}
