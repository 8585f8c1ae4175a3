import type { BarePicture } from './picture.ts'

const SIGNATURE_BYTES = 8
/** Of the picture and its colours. Not kept: texts, times, EXIF, other programs' data, further pictures. */
const KEPT = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
]

/**
 * The same picture, bit by bit, without what programs tell about it, and without whatever follows its end.
 * Undefined when it is damaged or has no end.
 */
export function barePng(bytes: Buffer): BarePicture | undefined {
  const kept = [bytes.subarray(0, SIGNATURE_BYTES)]
  let at = SIGNATURE_BYTES
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    const isFirst = at === SIGNATURE_BYTES
    if (isFirst !== (type === 'IHDR')) return undefined
    if (KEPT.includes(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return sized(Buffer.concat(kept))
    at = end
  }
  return undefined
}

function sized(bytes: Buffer): BarePicture | undefined {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return width > 0 && height > 0 ? { bytes, width, height, orientation: 1 } : undefined
}
