/** A value in a PDF. A string is represented by 'text', because its content is not needed. */
export type PdfValue = PdfName | PdfReference | PdfDictionary | PdfValue[] | number | 'text'
/** A PDF name, without the slash, and with `#xx` decoded. */
export type PdfName = { name: string }
/** A reference to the object with the number `object`. */
export type PdfReference = { object: number }
/** A PDF dictionary. It keeps all pairs with the same name, because programs differ in which one they use. */
export type PdfDictionary = { pairs: [name: string, value: PdfValue][] }
/** A keyword, or a delimiter such as `>>` or `]`, which is no value; empty at the end of the bytes. */
export type PdfWord = { word: string }

const hasKey = <K extends string>(
  value: PdfValue | PdfWord | undefined,
  key: K,
): value is Extract<PdfValue | PdfWord, Record<K, unknown>> => typeof value === 'object' && key in value
export const isName = (value: PdfValue | undefined): value is PdfName => hasKey(value, 'name')
export const isReference = (value: PdfValue | undefined): value is PdfReference => hasKey(value, 'object')
export const isDictionary = (value: PdfValue | PdfWord | undefined): value is PdfDictionary =>
  hasKey(value, 'pairs')
export const isWord = (value: PdfValue | PdfWord): value is PdfWord => hasKey(value, 'word')

/** Returns all values that a dictionary has under the name `wanted`. */
export const valuesOf = ({ pairs }: PdfDictionary, wanted: string): PdfValue[] =>
  pairs.filter(([name]) => name === wanted).map(([, value]) => value)

const [REGULAR, SPACE, DELIMITER] = [0, 1, 2]
/** The kind of each byte value, 0 to 255, by which bytes are divided into tokens. */
const byteKinds = new Uint8Array(256).fill(REGULAR)
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) byteKinds[byte] = SPACE
for (const byte of Buffer.from('()<>[]{}/%')) byteKinds[byte] = DELIMITER
const [
  OPEN_PARENTHESIS,
  CLOSE_PARENTHESIS,
  BACKSLASH,
  LESS,
  GREATER,
  SLASH,
  PERCENT,
  OPEN_BRACKET,
  LETTER_R,
] = Buffer.from('()\\<>/%[R')
const DIGIT_ZERO = 0x30
const DEPTH_MAX = 100
const VALUES_MAX = 1_000_000

/** Thrown if a PDF is malformed, or if its structure is too large or too complex to check. */
export class UnreadablePdfError extends Error {}

const decodeName = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Reads the values of a PDF one after the other, beginning at position `at`; `onName` is called with each name. */
export class PdfReader {
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

  /** Reads the next value or word. @throws {UnreadablePdfError} if there are too many, or they nest too deeply */
  read(): PdfValue | PdfWord {
    this.values += 1
    if (this.values > VALUES_MAX) throw new UnreadablePdfError()
    this.skipSpace()
    const byte = this.bytes[this.at]
    const isDouble = this.bytes[this.at + 1] === byte
    if (byte === undefined) return { word: '' }
    if (byte === OPEN_PARENTHESIS) return this.text()
    if (byte === SLASH) return this.name()
    if (byte === OPEN_BRACKET) return this.readNested(1, () => this.list())
    if (byte === LESS) return isDouble ? this.readNested(2, () => this.dictionary()) : this.hexText()
    if (byte === GREATER && isDouble) return this.delimiter('>>')
    if (byteKinds[byte] === DELIMITER) return this.delimiter(String.fromCharCode(byte))
    const number = this.readNumber()
    return number === undefined ? { word: this.word() } : this.referenceTo(number)
  }

  private delimiter(word: string): PdfWord {
    this.at += word.length
    return { word }
  }

  private skipSpace(): void {
    let isComment = false
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at] as number
      if (byte === PERCENT) isComment = true
      else if (isComment) isComment = byte !== 0x0a && byte !== 0x0d
      else if (byteKinds[byte] !== SPACE) return
    }
  }

  private word(): string {
    const begin = this.at
    while (byteKinds[this.bytes[this.at] ?? 0] === REGULAR) this.at += 1
    return this.bytes.toString('latin1', begin, this.at)
  }

  private name(): PdfName {
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
      else if (byte === OPEN_PARENTHESIS) open += 1
      else if (byte === CLOSE_PARENTHESIS) open -= 1
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
      const digit = (this.bytes[this.at] as number) - DIGIT_ZERO
      if (digit < 0 || digit > 9) {
        this.at = begin
        return this.signedNumber()
      }
      number = number * 10 + digit
    }
    return number
  }

  /** Reads a number with a sign or a decimal point. NaN if the token only begins like one; undefined if it does not. */
  private signedNumber(): number | undefined {
    const begin = this.at
    const word = this.word()
    if (/^[+-]?\.?\d/.test(word)) return Number(word)
    this.at = begin
    return undefined
  }

  /** Returns a reference to `object` if another number and R follow; otherwise the number `object` itself. */
  private referenceTo(object: number): number | PdfReference {
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
    if (this.depth > DEPTH_MAX) throw new UnreadablePdfError()
    const inner = readInner()
    this.depth -= 1
    return inner
  }

  private list(): PdfValue[] {
    const values: PdfValue[] = []
    for (;;) {
      const value = this.read()
      if (!isWord(value)) values.push(value)
      else if (value.word === ']' || value.word === '') return values
    }
  }

  private dictionary(): PdfDictionary {
    const pairs: PdfDictionary['pairs'] = []
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
