import { isAscii, isUtf8 } from 'node:buffer'
import { UnreadableFileError } from './sheet.ts'

const MIXED = 'mezcla dos codificaciones: ábralo, revise los acentos y guárdelo como «CSV UTF-8»'
const OF_DOS = 'los acentos son de «CSV (MS-DOS)»: guárdelo como «CSV UTF-8»'
/** 'Mu¤oz', 'Jos‚', and two bytes of no sign: what code page 850 looks like among Latin-1. */
const DOS_IN_LATIN = /[a-z][\x82\xa2-\xa5]|[\x81\x90]/i
/** 'Mar¡a', 'GàMEZ', 'µLVAREZ': that too, where no letter tells that it is Latin-1. */
const MAYBE_DOS = /[a-z]\xa1[a-z]|[A-Z]\xe0[A-Z]|\xb5[A-Z]{2}/
const LATIN_LETTER = /[a-z][áéíóúñ]|[A-Z][ÁÉÍÓÚÑ]/
/** 'Ã±', 'Â°': what UTF-8 looks like among Latin-1. */
const UTF8_IN_LATIN = /\xc3[\x80-\xbf]|\xc2[\xa0-\xbf]/
const LATIN = 'windows-1252'
/** Of one sign in UTF-8 that a piece cuts through. */
const MAX_CUT_BYTES = 3

/**
 * The same text in UTF-8, without a mark of order before it. What is not marked is UTF-8 where its first piece with
 * accents says so, else `otherwise`. @throws {UnreadableFileError} for a text in two encodings, after what came before.
 */
export async function* toUtf8(
  file: string,
  chunks: AsyncIterable<Buffer>,
  otherwise = LATIN,
): AsyncGenerator<Buffer> {
  let decoder: Decoder | undefined
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    if (!decoder) {
      if (held.length < MAX_CUT_BYTES) continue
      const mark = markOf(held)
      decoder = mark.decoder ?? createDetector(file, otherwise)
      held = held.subarray(mark.bytes)
    }
    yield* decoder.decode(held)
    held = Buffer.alloc(0)
  }
  decoder ??= createDetector(file, otherwise)
  yield* decoder.decode(held)
  yield* decoder.end()
}

const isOfDos = (latin: string) =>
  DOS_IN_LATIN.test(latin) || (MAYBE_DOS.test(latin) && !LATIN_LETTER.test(latin))

type Decoder = { decode(chunk: Buffer): Iterable<Buffer>; end(): Iterable<Buffer> }

function markOf(head: Buffer): { bytes: number; decoder?: Decoder } {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { bytes: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { bytes: 2, decoder: createTranscoder('utf-16le') }
  if (head[0] === 0xfe && head[1] === 0xff) return { bytes: 2, decoder: createTranscoder('utf-16be') }
  return { bytes: 0 }
}

function createTranscoder(encoding: string): Decoder {
  const decoder = new TextDecoder(encoding)
  return {
    decode: (chunk) => [Buffer.from(decoder.decode(chunk, { stream: true }))],
    end: () => [Buffer.from(decoder.decode())],
  }
}

/** Passes ASCII on until a piece tells UTF-8 from the other encoding. */
function createDetector(file: string, otherwise: string): Decoder {
  let other: Decoder | undefined
  let isKnownUtf8 = false
  let cut: Buffer = Buffer.alloc(0)

  function* decodeOther(piece: Buffer): Iterable<Buffer> {
    const latin = piece.toString('latin1')
    if (otherwise === LATIN && isOfDos(latin)) throw new UnreadableFileError(file, OF_DOS)
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
    const whole = cut.length > 0 ? Buffer.concat([cut, chunk]) : chunk
    const piece = isEnd ? whole : whole.subarray(0, whole.length - cutBytes(whole))
    cut = Buffer.from(whole.subarray(piece.length))
    if (isUtf8(piece)) {
      isKnownUtf8 ||= !isAscii(piece)
      return yield piece
    }
    if (isKnownUtf8) return yield* refuse(piece)
    cut = Buffer.alloc(0)
    yield* decodeOther(whole)
  }

  function* end(): Iterable<Buffer> {
    yield* decode(Buffer.alloc(0), true)
    if (other) yield* other.end()
  }

  return { decode: (chunk) => decode(chunk), end }
}

/** How many bytes at the end may belong to a sign that goes on. */
function cutBytes(piece: Buffer): number {
  for (let count = 1; count <= Math.min(MAX_CUT_BYTES, piece.length); count += 1) {
    const byte = piece[piece.length - count] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return count
  }
  return 0
}

/** The lines before the first bad one, so that its number is known. */
function validLines(piece: Buffer): Buffer {
  let end = 0
  for (;;) {
    const next = piece.indexOf(0x0a, end) + 1
    if (next === 0 || !isUtf8(piece.subarray(end, next))) return piece.subarray(0, end)
    end = next
  }
}
