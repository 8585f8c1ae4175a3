import { inflateSync } from 'node:zlib'
import {
  isDictionary,
  isName,
  isWord,
  type PdfDictionary,
  PdfReader,
  type PdfValue,
  type PdfWord,
  UnreadablePdfError,
  valuesOf,
} from './reader.ts'

const UNPACKED_BYTES_MAX = 64 * 2 ** 20
const OBJECTS_MAX = 1_000_000
/**
 * At most this many times the bytes of the file and of its unpacked streams are read, and EXTRA_READ_BYTES more. The
 * word 'obj' inside a picture or text makes the reader read some bytes twice.
 */
const READS_PER_BYTE_MAX = 2
const EXTRA_READ_BYTES = 2 ** 20

/** Where an object or trailer may start; `number` is undefined for a trailer, or if none precedes the word 'obj'. */
type ObjectPosition = { number: number | undefined; bytes: Buffer; at: number }

const NUMBER_BEFORE_OBJ = /(\d{1,10})[\s\0]+\d{1,10}[\s\0]*$/
const END_PREFIX = 'end'

/**
 * Reads the objects of a PDF wherever the word 'obj' occurs, and those within object streams. The file's own table of
 * positions is not trusted: it may point into a comment, a picture or a text.
 */
export class PdfFile {
  private readonly bytes: Buffer
  private readonly onName: (name: string) => void
  private readonly positions = new Map<number, ObjectPosition[]>()
  private count = 0
  private unpackedBytes = 0
  private readBytes = 0

  /** `onName` is called with each name that is read. */
  constructor(bytes: Buffer, onName: (name: string) => void) {
    this.bytes = bytes
    this.onName = onName
  }

  /** Yields the value at each position at which an object or a trailer may start. @throws {UnreadablePdfError} */
  *objects(): Generator<PdfValue> {
    for (const position of this.rawPositions()) {
      this.record(position)
      const reader = this.readerAt(position)
      const value = this.readFrom(reader)
      if (isWord(value)) continue
      yield value
      if (isObjectStream(value)) yield* this.members(value, reader)
    }
  }

  private *members(stream: PdfDictionary, reader: PdfReader): Generator<PdfValue> {
    const next = this.readFrom(reader)
    if (!isWord(next) || next.word !== 'stream') return
    for (const position of memberPositions(this.unpack(stream, reader.at))) {
      this.record(position)
      const value = this.readFrom(this.readerAt(position))
      if (!isWord(value)) yield value
    }
  }

  /**
   * Returns all versions of the object with that number; none if there is no such object. Call it after `objects` has
   * yielded everything.
   * @throws {UnreadablePdfError}
   */
  resolve(number: number): PdfValue[] {
    const values = (this.positions.get(number) ?? []).map((position) =>
      this.readFrom(this.readerAt(position)),
    )
    return values.flatMap((value) => (isWord(value) ? [] : [value]))
  }

  private *rawPositions(): Generator<ObjectPosition> {
    const { bytes } = this
    for (let at = bytes.indexOf('obj'); at !== -1; at = bytes.indexOf('obj', at + 1)) {
      if (bytes.toString('latin1', at - END_PREFIX.length, at) === END_PREFIX) continue
      const [, number] = NUMBER_BEFORE_OBJ.exec(bytes.toString('latin1', Math.max(0, at - 40), at)) ?? []
      yield { number: number === undefined ? undefined : Number(number), bytes, at: at + 'obj'.length }
    }
    for (let at = bytes.indexOf('trailer'); at !== -1; at = bytes.indexOf('trailer', at + 1))
      yield { number: undefined, bytes, at: at + 'trailer'.length }
  }

  private record(position: ObjectPosition): void {
    this.count += 1
    if (this.count > OBJECTS_MAX) throw new UnreadablePdfError()
    if (position.number === undefined) return
    const known = this.positions.get(position.number)
    if (known) known.push(position)
    else this.positions.set(position.number, [position])
  }

  private readerAt = ({ bytes, at }: ObjectPosition) => new PdfReader(bytes, at, this.onName)

  private readFrom(reader: PdfReader): PdfValue | PdfWord {
    const begin = reader.at
    const value = reader.read()
    this.readBytes += reader.at - begin
    const all = this.bytes.length + this.unpackedBytes
    if (this.readBytes > READS_PER_BYTE_MAX * all + EXTRA_READ_BYTES) throw new UnreadablePdfError()
    return value
  }

  private unpack(stream: PdfDictionary, at: number): { content: Buffer; first: number } {
    const [first] = valuesOf(stream, 'First')
    const filters = FILTER_KEYS.flatMap((name) => valuesOf(stream, name)).flat()
    const parameters = FILTER_PARAMETER_KEYS.flatMap((name) => valuesOf(stream, name)).flat()
    // Programs that write PDFs compress object streams with deflate or not at all; other filters are refused.
    const isPlain = filters.length <= 1 && filters.every(isDeflate) && parameters.length === 0
    if (!Number.isInteger(first) || !isPlain) throw new UnreadablePdfError()
    const data = this.bytes.subarray(startOfData(this.bytes, at))
    return { content: filters.length === 0 ? data : this.inflate(data), first: first as number }
  }

  private inflate(packed: Buffer): Buffer {
    try {
      const content = inflateSync(packed, { maxOutputLength: UNPACKED_BYTES_MAX - this.unpackedBytes })
      this.unpackedBytes += content.length
      return content
    } catch {
      throw new UnreadablePdfError()
    }
  }
}

/** Detects an object stream by the keys that a program needs to read it, since the key 'Type' may be missing. */
const isObjectStream = (value: PdfValue): value is PdfDictionary =>
  isDictionary(value) && valuesOf(value, 'N').length > 0 && valuesOf(value, 'First').length > 0

const FILTER_KEYS = ['Filter', 'F']
const FILTER_PARAMETER_KEYS = ['DecodeParms', 'DP']
const isDeflate = (value: PdfValue) => isName(value) && ['FlateDecode', 'Fl'].includes(value.name)

/** Returns the position after the line end that follows the keyword 'stream'. */
function startOfData(bytes: Buffer, at: number): number {
  const afterReturn = bytes[at] === 0x0d ? at + 1 : at
  return bytes[afterReturn] === 0x0a ? afterReturn + 1 : afterReturn
}

const NUMBERS_ONLY = /^[\d\s\0]*$/

/** Yields the positions of the objects in an object stream, from its table of contents. @throws {UnreadablePdfError} */
function* memberPositions({ content, first }: { content: Buffer; first: number }): Generator<ObjectPosition> {
  const table = content.toString('latin1', 0, first)
  if (!NUMBERS_ONLY.test(table)) throw new UnreadablePdfError()
  const numbers = Array.from(table.matchAll(/\d+/g), ([digits]) => Number(digits))
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [number, offset] = [numbers[index], numbers[index + 1] as number]
    if (first + offset <= content.length) yield { number, bytes: content, at: first + offset }
  }
}
