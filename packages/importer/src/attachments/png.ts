import type { StrippedPicture } from './picture.ts'

const SIGNATURE_BYTES = 8
/** The chunks with picture and colours. Dropped are texts, times, EXIF, other programs' data and animation frames. */
const KEPT_CHUNKS = 'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs'.split(' ')

/** Removes metadata, and bytes after the picture, without recompressing it; undefined if it is damaged or truncated. */
export function stripPng(bytes: Buffer): StrippedPicture | undefined {
  const parts = [bytes.subarray(0, SIGNATURE_BYTES)]
  let at = SIGNATURE_BYTES
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    const isFirst = at === SIGNATURE_BYTES
    if (isFirst !== (type === 'IHDR')) return undefined
    if (KEPT_CHUNKS.includes(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return toStrippedPicture(Buffer.concat(parts))
    at = end
  }
  return undefined
}

function toStrippedPicture(bytes: Buffer): StrippedPicture | undefined {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return width > 0 && height > 0 ? { bytes, width, height, orientation: 1 } : undefined
}
