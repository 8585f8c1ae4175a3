import { inflateSync } from 'node:zlib'
import {
  type Dictionary,
  Entangled,
  isDictionary,
  isName,
  isWord,
  Reader,
  type Value,
  valuesOf,
  type Word,
} from './reader.ts'

/** It is no PDF that a program for making PDFs wrote, or too entangled to be read in a moment. */
export class UnreadablePdf extends Error {}

const UNPACKED_BYTES_MAX = 64 * 2 ** 20
const OBJECTS_MAX = 1_000_000
/** What is read again, of all bytes: what follows 'obj' within a picture or a text is read, too. */
const READINGS_MAX = 2
const READINGS_FREE_BYTES = 2 ** 20

/** Where a program that looks for the object of that number is led; none has the trailer. */
type ObjectPosition = { number: number | undefined; bytes: Buffer; at: number }

const NUMBER_BEFORE = /(\d{1,10})[\s\0]+\d{1,10}[\s\0]*$/
const ENDS = 'end'

/**
 * Every object of a PDF, wherever in its bytes it begins: a program follows the file's own list of places, which may lead
 * into a comment, a picture or a text. So do those within object streams.
 */
export class PdfFile {
  private readonly bytes: Buffer
  private readonly onName: (name: string) => void
  private readonly places = new Map<number, ObjectPosition[]>()
  private count = 0
  private unpackedBytes = 0
  private readBytes = 0

  /** `onName` hears each name of each object. */
  constructor(bytes: Buffer, onName: (name: string) => void) {
    this.bytes = bytes
    this.onName = onName
  }

  /** Each object and each trailer, once. @throws {UnreadablePdf} */
  *objects(): Generator<Value> {
    for (const place of this.rawPlaces()) {
      this.note(place)
      const reader = this.readerAt(place)
      const value = this.readFrom(reader)
      if (isWord(value)) continue
      yield value
      if (isObjectStream(value)) yield* this.members(value, reader)
    }
  }

  private *members(stream: Dictionary, reader: Reader): Generator<Value> {
    const next = this.readFrom(reader)
    if (!isWord(next) || next.word !== 'stream') return
    for (const place of membersOf(this.unpack(stream, reader.at))) {
      this.note(place)
      const value = this.readFrom(this.readerAt(place))
      if (!isWord(value)) yield value
    }
  }

  /** Of that number, in whichever version of the file; empty for none. To be called after `objects`. @throws {UnreadablePdf} */
  resolve(number: number): Value[] {
    const values = (this.places.get(number) ?? []).map((place) => this.readFrom(this.readerAt(place)))
    return values.flatMap((value) => (isWord(value) ? [] : [value]))
  }

  private *rawPlaces(): Generator<ObjectPosition> {
    const { bytes } = this
    for (let at = bytes.indexOf('obj'); at !== -1; at = bytes.indexOf('obj', at + 1)) {
      if (bytes.toString('latin1', at - ENDS.length, at) === ENDS) continue
      const [, number] = NUMBER_BEFORE.exec(bytes.toString('latin1', Math.max(0, at - 40), at)) ?? []
      yield { number: number === undefined ? undefined : Number(number), bytes, at: at + 'obj'.length }
    }
    for (let at = bytes.indexOf('trailer'); at !== -1; at = bytes.indexOf('trailer', at + 1))
      yield { number: undefined, bytes, at: at + 'trailer'.length }
  }

  private note(place: ObjectPosition): void {
    this.count += 1
    if (this.count > OBJECTS_MAX) throw new UnreadablePdf()
    if (place.number === undefined) return
    const known = this.places.get(place.number)
    if (known) known.push(place)
    else this.places.set(place.number, [place])
  }

  private readerAt = ({ bytes, at }: ObjectPosition) => new Reader(bytes, at, this.onName)

  private readFrom(reader: Reader): Value | Word {
    const begin = reader.at
    const value = readOf(reader)
    this.readBytes += reader.at - begin
    const all = this.bytes.length + this.unpackedBytes
    if (this.readBytes > READINGS_MAX * all + READINGS_FREE_BYTES) throw new UnreadablePdf()
    return value
  }

  private unpack(stream: Dictionary, at: number): { content: Buffer; first: number } {
    const [first] = valuesOf(stream, 'First')
    const filters = FILTERS.flatMap((name) => valuesOf(stream, name)).flat()
    const parameters = FILTER_PARAMETERS.flatMap((name) => valuesOf(stream, name)).flat()
    // As every program packs objects: by deflate or not at all, without a filter for pictures.
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

/** By what a program needs to find objects in it, as it may leave out that it is one. */
const isObjectStream = (value: Value): value is Dictionary =>
  isDictionary(value) && valuesOf(value, 'N').length > 0 && valuesOf(value, 'First').length > 0

const FILTERS = ['Filter', 'F']
const FILTER_PARAMETERS = ['DecodeParms', 'DP']
const isDeflate = (value: Value) => isName(value) && ['FlateDecode', 'Fl'].includes(value.name)

function readOf(reader: Reader): Value | Word {
  try {
    return reader.read()
  } catch (error) {
    throw error instanceof Entangled ? new UnreadablePdf() : error
  }
}

/** Behind the end of the line that says 'stream'. */
function startOfData(bytes: Buffer, at: number): number {
  const isReturn = bytes[at] === 0x0d
  const afterReturn = isReturn ? at + 1 : at
  return bytes[afterReturn] === 0x0a ? afterReturn + 1 : afterReturn
}

const PLAIN_NUMBERS = /^[\d\s\0]*$/

/** Where its table of contents says that they begin. @throws {UnreadablePdf} */
function* membersOf({ content, first }: { content: Buffer; first: number }): Generator<ObjectPosition> {
  const table = content.toString('latin1', 0, first)
  if (!PLAIN_NUMBERS.test(table)) throw new UnreadablePdf()
  const numbers = Array.from(table.matchAll(/\d+/g), ([digits]) => Number(digits))
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [number, offset] = [numbers[index], numbers[index + 1] as number]
    if (first + offset <= content.length) yield { number, bytes: content, at: first + offset }
  }
}
