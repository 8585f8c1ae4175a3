import type { StrippedPicture } from './picture.ts'

// The marker bytes of segments, by their names in the JPEG standard. A marker follows a byte 0xff.
const TEM = 0x01
const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
/** True for start-of-frame markers, whose segments contain the picture's size; C4, C8 and CC are DHT, JPG and DAC. */
const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestartMarker = (marker: number) => marker >= 0xd0 && marker <= 0xd7
/** A decoder passes over the whole picture for each scan, so thousands of scans would keep it busy for long. */
const SCANS_MAX = 100

/** The markers of segments that a decoder needs, besides frames: DHT, DAC, SOS (a scan), DQT, DNL, DRI. */
const DECODER_SEGMENTS = [0xc4, 0xcc, SOS, 0xdb, 0xdc, 0xdd]
/**
 * Application segments that affect the colours, by marker: their identifier, and the maximum number of bytes to keep
 * after marker and length. Other application segments (EXIF, XMP, IPTC…) may contain thumbnails, places and names.
 */
const COLOUR_SEGMENTS: Record<number, [name: string, bytes: number]> = {
  [APP0]: ['JFIF\0', 14],
  [APP2]: ['ICC_PROFILE\0', 0xffff],
  [APP14]: ['Adobe', 12],
}

/** Returns the part of a segment that the stripped picture keeps; undefined if it drops the whole segment. */
function keptPart(marker: number, segment: Buffer): Buffer | undefined {
  if (isFrameMarker(marker) || DECODER_SEGMENTS.includes(marker)) return segment
  const colourData = COLOUR_SEGMENTS[marker]
  if (!colourData) return undefined
  const [name, bytes] = colourData
  if (segment.toString('latin1', 4, 4 + name.length) !== name) return undefined
  const part = Buffer.from(segment.subarray(0, 4 + bytes))
  part.writeUInt16BE(part.length - 2, 2)
  if (marker === APP0) part.subarray(16).fill(0) // the thumbnail's size is 0, since the thumbnail was cut off
  return part
}

/** Returns the position of the marker that ends the compressed data from `start` on; -1 if there is none. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1) {
    const next = bytes[at + 1]
    if (next === undefined) return -1
    if (next !== 0 && next !== 0xff && !isRestartMarker(next)) return at
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2)
  }
  return -1
}

/** The EXIF tag of the orientation, from 1 to 8: the only EXIF value that is needed to show the picture. */
const ORIENTATION_TAG = 0x0112

/** Reads the orientation from an EXIF segment; 1 if it has none. Errors in the rest of the segment are ignored. */
function readOrientation(exif: Buffer): number {
  const tiff = exif.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const [short, long] = isLittle
    ? [(at: number) => tiff.readUInt16LE(at), (at: number) => tiff.readUInt32LE(at)]
    : [(at: number) => tiff.readUInt16BE(at), (at: number) => tiff.readUInt32BE(at)]
  if (tiff.length < 8) return 1
  const start = long(4) + 2
  const entries = start <= tiff.length ? short(start - 2) : 0
  for (let at = start; at < start + entries * 12 && at + 12 <= tiff.length; at += 12) {
    const value = short(at + 8)
    if (short(at) === ORIENTATION_TAG && value >= 1 && value <= 8) return value
  }
  return 1
}

/** Returns the JPEG with an EXIF segment that contains only the orientation. */
export const withOrientation = (jpeg: Buffer, orientation: number) =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, APP1, 0, 34]),
    Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01', 'latin1'),
    Buffer.from([0, orientation, 0, 0, 0, 0, 0, 0]),
    jpeg.subarray(2),
  ])

/**
 * Removes metadata, and any bytes after the end of the picture, without recompressing the picture. Returns undefined if
 * the file is damaged or truncated, or has more than SCANS_MAX scans.
 */
export function stripJpeg(bytes: Buffer): StrippedPicture | undefined {
  const parts = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let [orientation, scans, at] = [1, 0, 2]
  while (at + 4 <= bytes.length || bytes[at + 1] === EOI) {
    const marker = bytes[at + 1] as number
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1 // padding
      continue
    }
    if (marker === EOI) {
      if (!size || scans === 0) return undefined
      return { bytes: Buffer.concat([...parts, bytes.subarray(at, at + 2)]), ...size, orientation }
    }
    if (marker === SOI || marker === TEM || marker === 0 || isRestartMarker(marker)) return undefined
    let end = at + 2 + bytes.readUInt16BE(at + 2)
    const content = bytes.subarray(at + 4, end)
    if (end < at + 4 || end > bytes.length) return undefined
    if (isFrameMarker(marker)) {
      size = size ? undefined : readFrameSize(content)
      if (!size) return undefined
    }
    if (marker === APP1 && content.toString('latin1', 0, 6) === 'Exif\0\0')
      orientation = readOrientation(content)
    if (marker === SOS) {
      scans += 1
      end = scans > SCANS_MAX ? -1 : endOfScan(bytes, end)
      if (end === -1) return undefined
    }
    const part = keptPart(marker, bytes.subarray(at, end))
    if (part) parts.push(part)
    at = end
  }
  return undefined
}

function readFrameSize(frame: Buffer): { width: number; height: number } | undefined {
  if (frame.length < 5) return undefined
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  return width > 0 && height > 0 ? { width, height } : undefined
}
