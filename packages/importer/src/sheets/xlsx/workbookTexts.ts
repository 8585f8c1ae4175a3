import { tooLongError } from '../batches.ts'
import { limits } from '../limits.ts'
import { UnreadableFileError } from '../sheet.ts'
import type { Source } from '../source.ts'
import { readElements } from './workbookParts.ts'

/** The shared strings of a workbook, by their number from 0. They are stored as bytes, which take less memory. */
export type SharedTexts = { at(index: number): string | undefined }

/** The number of bytes of a string's length, which is stored before the string. */
const LENGTH_BYTES = 4
/** The size of the blocks in which the strings are stored. */
const BLOCK_BYTES = 1024 * 1024

/** Returns an empty list of shared strings. `add` returns false if the list has become too long. */
function createSharedTexts(): SharedTexts & { add(text: string): boolean } {
  const blocks: Buffer[] = []
  const offsets: number[] = []
  let used = BLOCK_BYTES

  return {
    add(text) {
      const bytes = Buffer.byteLength(text)
      if (used + LENGTH_BYTES + bytes > BLOCK_BYTES) {
        if (blocks.length * BLOCK_BYTES >= limits.maxSharedBytes) return false
        blocks.push(Buffer.allocUnsafe(BLOCK_BYTES))
        used = 0
      }
      const block = blocks.at(-1) as Buffer
      offsets.push((blocks.length - 1) * BLOCK_BYTES + used)
      block.writeUInt32LE(bytes, used)
      block.write(text, used + LENGTH_BYTES)
      used += LENGTH_BYTES + bytes
      return offsets.length <= limits.maxSharedTexts
    },
    at(index) {
      const location = offsets[index]
      if (location === undefined) return undefined
      const block = blocks[Math.floor(location / BLOCK_BYTES)] as Buffer
      const start = (location % BLOCK_BYTES) + LENGTH_BYTES
      return block.toString('utf8', start, start + block.readUInt32LE(start - LENGTH_BYTES))
    },
  }
}

/** Reads the shared strings from their part; none if the workbook has no such part. @throws {UnreadableFileError} */
export async function readSharedTexts(part: Source | undefined): Promise<SharedTexts> {
  const texts = createSharedTexts()
  if (!part) return texts
  let text = ''
  let isText = false
  let isPronunciation = false
  await readElements(
    part,
    (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPronunciation = true
      else if (name === 't') isText = !isPronunciation
    },
    (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isPronunciation = false
      else if (name === 'si' && !texts.add(unescapeText(text)))
        throw new UnreadableFileError(
          part.file,
          'tiene demasiados textos distintos: guarde cada hoja como CSV',
        )
    },
    (piece) => {
      if (isText) text += piece
      if (text.length > limits.maxCellChars * 2) throw tooLongError(part.file, 1)
    },
  )
  return texts
}

const ESCAPE_SEQUENCE = /_x([\da-f]{4})_/gi

/** Decodes '_x000D_', for a character that XML cannot contain, and '_x005F_', for the underscore of such a text. */
export const unescapeText = (text: string) =>
  text.includes('_x')
    ? text.replace(ESCAPE_SEQUENCE, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
