import { inflateSync } from 'node:zlib'
import {
  type Dictionary,
  isDictionary,
  isName,
  isWord,
  Reader,
  UnreadablePdf,
  type Value,
  valuesOf,
  type Word,
} from './reader.ts'

const UNPACKED_BYTES_MAX = 64 * 2 ** 20
const OBJECTS_MAX = 1_000_000
/**
 * Limits the number of bytes that are read, as a multiple of the file with its unpacked streams; READINGS_FREE_BYTES
 * are added. The word 'obj' inside a picture or text makes the reader read some bytes twice.
 */
const READINGS_MAX = 2
const READINGS_FREE_BYTES = 2 ** 20

/** A position at which an object may start. `number` is the object's number; undefined for a trailer. */
type ObjectPosition = { number: number | undefined; bytes: Buffer; at: number }

const NUMBER_BEFORE = /(\d{1,10})[\s\0]+\d{1,10}[\s\0]*$/
const ENDS = 'end'

/**
 * Reads every object of a PDF, wherever it begins, also within object streams. The file's own table of
 * positions is not trusted: it may point into a comment, a picture or a text.
 */
export class PdfFile {
  private readonly bytes: Buffer
  private readonly onName: (name: string) => void
  private readonly positions = new Map<number, ObjectPosition[]>()
  private count = 0
  private unpackedBytes = 0
  private readBytes = 0

  /** `onName` is called with each name in each object. */
  constructor(bytes: Buffer, onName: (name: string) => void) {
    this.bytes = bytes
    this.onName = onName
  }

  /** Yields each object and each trailer once. @throws {UnreadablePdf} */
  *objects(): Generator<Value> {
    for (const position of this.rawPositions()) {
      this.record(position)
      const reader = this.readerAt(position)
      const value = this.readFrom(reader)
      if (isWord(value)) continue
      yield value
      if (isObjectStream(value)) yield* this.members(value, reader)
    }
  }

  private *members(stream: Dictionary, reader: Reader): Generator<Value> {
    const next = this.readFrom(reader)
    if (!isWord(next) || next.word !== 'stream') return
    for (const position of membersOf(this.unpack(stream, reader.at))) {
      this.record(position)
      const value = this.readFrom(this.readerAt(position))
      if (!isWord(value)) yield value
    }
  }

  /**
   * Returns all versions of the object with that number; none if there is no such object. Call it after `objects`.
   * @throws {UnreadablePdf}
   */
  resolve(number: number): Value[] {
    const values = (this.positions.get(number) ?? []).map((position) =>
      this.readFrom(this.readerAt(position)),
    )
    return values.flatMap((value) => (isWord(value) ? [] : [value]))
  }

  private *rawPositions(): Generator<ObjectPosition> {
    const { bytes } = this
    for (let at = bytes.indexOf('obj'); at !== -1; at = bytes.indexOf('obj', at + 1)) {
      if (bytes.toString('latin1', at - ENDS.length, at) === ENDS) continue
      const [, number] = NUMBER_BEFORE.exec(bytes.toString('latin1', Math.max(0, at - 40), at)) ?? []
      yield { number: number === undefined ? undefined : Number(number), bytes, at: at + 'obj'.length }
    }
    for (let at = bytes.indexOf('trailer'); at !== -1; at = bytes.indexOf('trailer', at + 1))
      yield { number: undefined, bytes, at: at + 'trailer'.length }
  }

  private record(position: ObjectPosition): void {
    this.count += 1
    if (this.count > OBJECTS_MAX) throw new UnreadablePdf()
    if (position.number === undefined) return
    const known = this.positions.get(position.number)
    if (known) known.push(position)
    else this.positions.set(position.number, [position])
  }

  private readerAt = ({ bytes, at }: ObjectPosition) => new Reader(bytes, at, this.onName)

  private readFrom(reader: Reader): Value | Word {
    const begin = reader.at
    const value = reader.read()
    this.readBytes += reader.at - begin
    const all = this.bytes.length + this.unpackedBytes
    if (this.readBytes > READINGS_MAX * all + READINGS_FREE_BYTES) throw new UnreadablePdf()
    return value
  }

  private unpack(stream: Dictionary, at: number): { content: Buffer; first: number } {
    const [first] = valuesOf(stream, 'First')
    const filters = FILTERS.flatMap((name) => valuesOf(stream, name)).flat()
    const parameters = FILTER_PARAMETERS.flatMap((name) => valuesOf(stream, name)).flat()
    // Programs that write PDFs compress objects with deflate or not at all, never with a filter for pictures.
    const isPlain = filters.length <= 1 && filters.every(isDeflate) && parameters.length === 0
    if (!Number.isInteger(first) || !isPlain) throw new UnreadablePdf()
    const data = this.bytes.subarray(startOfData(this.bytes, at))
    return { content: filters.length === 0 ? data : this.inflate(data), first: first as number }
  }

  private inflate(packed: Buffer): Buffer {
    try {
      const content = inflateSync(packed, { maxOutputLength: UNPACKED_BYTES_MAX - this.unpackedBytes })
      this.unpackedBytes += content.length
      return content
    } catch {
      throw new UnreadablePdf()
    }
  }
}

/** Detects an object stream by the keys that a program needs to read it, since the key 'Type' may be missing. */
const isObjectStream = (value: Value): value is Dictionary =>
  isDictionary(value) && valuesOf(value, 'N').length > 0 && valuesOf(value, 'First').length > 0

const FILTERS = ['Filter', 'F']
const FILTER_PARAMETERS = ['DecodeParms', 'DP']
const isDeflate = (value: Value) => isName(value) && ['FlateDecode', 'Fl'].includes(value.name)

/** Returns the position after the line end that follows the keyword 'stream'. */
function startOfData(bytes: Buffer, at: number): number {
  const isReturn = bytes[at] === 0x0d
  const afterReturn = isReturn ? at + 1 : at
  return bytes[afterReturn] === 0x0a ? afterReturn + 1 : afterReturn
}

const PLAIN_NUMBERS = /^[\d\s\0]*$/

/** Yields the positions of the objects in an object stream, from its table of contents. @throws {UnreadablePdf} */
function* membersOf({ content, first }: { content: Buffer; first: number }): Generator<ObjectPosition> {
  const table = content.toString('latin1', 0, first)
  if (!PLAIN_NUMBERS.test(table)) throw new UnreadablePdf()
  const numbers = Array.from(table.matchAll(/\d+/g), ([digits]) => Number(digits))
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [number, offset] = [numbers[index], numbers[index + 1] as number]
    if (first + offset <= content.length) yield { number, bytes: content, at: first + offset }
  }
}
