/** A value in a PDF. A string is represented by 'text', because its content is not needed. */
export type Value = Name | Reference | Dictionary | Value[] | number | 'text'
/** A PDF name, without the slash, and with `#xx` decoded. */
export type Name = { name: string }
export type Reference = { object: number }
/** A PDF dictionary. It keeps all pairs with the same name, because programs differ in which one they use. */
export type Dictionary = { pairs: [name: string, value: Value][] }
/** A keyword, or a closing `>>` or `]`; empty at the end of the bytes. */
export type Word = { word: string }

const has = <K extends string>(
  value: Value | Word | undefined,
  key: K,
): value is Extract<Value | Word, Record<K, unknown>> => typeof value === 'object' && key in value
export const isName = (value: Value | undefined): value is Name => has(value, 'name')
export const isReference = (value: Value | undefined): value is Reference => has(value, 'object')
export const isDictionary = (value: Value | Word | undefined): value is Dictionary => has(value, 'pairs')
export const isWord = (value: Value | Word): value is Word => has(value, 'word')

/** Returns all values of a dictionary with that name. */
export const valuesOf = ({ pairs }: Dictionary, wanted: string): Value[] =>
  pairs.filter(([name]) => name === wanted).map(([, value]) => value)

const [REGULAR, SPACE, DELIMITER] = [0, 1, 2]
/** The kind of each byte value, for the division into tokens. */
const byteKinds = new Uint8Array(256).fill(REGULAR)
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) byteKinds[byte] = SPACE
for (const byte of Buffer.from('()<>[]{}/%')) byteKinds[byte] = DELIMITER
const [OPEN, CLOSE, BACKSLASH, LESS, GREATER, SLASH, COMMENT, OPEN_LIST, LETTER_R] = Buffer.from('()\\<>/%[R')
const ZERO = 0x30
const DEPTH_MAX = 100
const VALUES_MAX = 1_000_000

/** Thrown if the file is not a PDF that a PDF program wrote, or if its structure is too complex to check quickly. */
export class UnreadablePdf extends Error {}

const decodeName = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Reads values from position `at`; `onName` is called with each name. */
export class Reader {
  at: number
  private readonly bytes: Buffer
  private readonly onName: (name: string) => void
  private depth = 0
  private values = 0

  constructor(bytes: Buffer, at: number, onName: (name: string) => void) {
    this.bytes = bytes
    this.at = at
    this.onName = onName
  }

  /** Reads the next value or keyword. @throws {UnreadablePdf} if there are too many values, or they nest too deeply */
  read(): Value | Word {
    this.values += 1
    if (this.values > VALUES_MAX) throw new UnreadablePdf()
    this.skipSpace()
    const byte = this.bytes[this.at]
    const isDouble = this.bytes[this.at + 1] === byte
    if (byte === undefined) return { word: '' }
    if (byte === OPEN) return this.text()
    if (byte === SLASH) return this.name()
    if (byte === OPEN_LIST) return this.readNested(1, () => this.list())
    if (byte === LESS) return isDouble ? this.readNested(2, () => this.dictionary()) : this.hexText()
    if (byte === GREATER && isDouble) return this.delimiter('>>')
    if (byteKinds[byte] === DELIMITER) return this.delimiter(String.fromCharCode(byte))
    const number = this.readNumber()
    return number === undefined ? { word: this.word() } : this.referenceTo(number)
  }

  private delimiter(word: string): Word {
    this.at += word.length
    return { word }
  }

  private skipSpace(): void {
    let isComment = false
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at] as number
      if (byte === COMMENT) isComment = true
      else if (isComment) isComment = byte !== 0x0a && byte !== 0x0d
      else if (byteKinds[byte] !== SPACE) return
    }
  }

  private word(): string {
    const begin = this.at
    while (byteKinds[this.bytes[this.at] ?? 0] === REGULAR) this.at += 1
    return this.bytes.toString('latin1', begin, this.at)
  }

  private name(): Name {
    this.at += 1
    const name = decodeName(this.word())
    this.onName(name)
    return { name }
  }

  private text(): 'text' {
    let open = 0
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === BACKSLASH) this.at += 1
      else if (byte === OPEN) open += 1
      else if (byte === CLOSE) open -= 1
      if (open === 0) break
    }
    this.at += 1
    return 'text'
  }

  private hexText(): 'text' {
    const end = this.bytes.indexOf('>', this.at)
    this.at = end === -1 ? this.bytes.length : end + 1
    return 'text'
  }

  /** Reads a number; undefined if the next token is not a number. */
  private readNumber(): number | undefined {
    const begin = this.at
    let number = 0
    for (; byteKinds[this.bytes[this.at] ?? 0] === REGULAR; this.at += 1) {
      const digit = (this.bytes[this.at] as number) - ZERO
      if (digit < 0 || digit > 9) {
        this.at = begin
        return this.signedNumber()
      }
      number = number * 10 + digit
    }
    return number
  }

  /** Reads a number that may have a sign or a decimal point. NaN if the token only begins like a number. */
  private signedNumber(): number | undefined {
    const begin = this.at
    const word = this.word()
    if (/^[+-]?\.?\d/.test(word)) return Number(word)
    this.at = begin
    return undefined
  }

  /** Returns a reference to `object` if another number and R follow; otherwise the number `object` itself. */
  private referenceTo(object: number): number | Reference {
    const after = this.at
    this.skipSpace()
    if (byteKinds[this.bytes[this.at] ?? 0] === REGULAR && this.readNumber() !== undefined) {
      this.skipSpace()
      const isWhole = byteKinds[this.bytes[this.at + 1] ?? 0] !== REGULAR
      if (this.bytes[this.at] === LETTER_R && isWhole) {
        this.at += 1
        return { object }
      }
    }
    this.at = after
    return object
  }

  private readNested<T>(openingBytes: number, readInner: () => T): T {
    this.at += openingBytes
    this.depth += 1
    if (this.depth > DEPTH_MAX) throw new UnreadablePdf()
    const inner = readInner()
    this.depth -= 1
    return inner
  }

  private list(): Value[] {
    const values: Value[] = []
    for (;;) {
      const value = this.read()
      if (!isWord(value)) values.push(value)
      else if (value.word === ']' || value.word === '') return values
    }
  }

  private dictionary(): Dictionary {
    const pairs: Dictionary['pairs'] = []
    for (;;) {
      const key = this.read()
      if (isWord(key)) {
        if (key.word === '>>' || key.word === '') return { pairs }
        continue
      }
      if (!isName(key)) continue
      const value = this.read()
      if (!isWord(value)) pairs.push([key.name, value])
      else if (value.word === '>>' || value.word === '') return { pairs }
    }
  }
}
