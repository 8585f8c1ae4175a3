import { crc32 } from 'node:zlib'
import { Transformer } from '@napi-rs/image'

/** Returns RGBA pixels in four fields that show a rotation: red and green in the upper half, blue and white below. */
function createPixels(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [isLeft, isTop] = [x < width / 2, y < height / 2]
      const at = (y * width + x) * 4
      pixels[at] = isLeft === isTop ? 250 : 0
      pixels[at + 1] = isTop && isLeft ? 0 : !isLeft ? 250 : 0
      pixels[at + 2] = !isTop ? 250 : 0
    }
  }
  return pixels
}

const createPicture = (width: number, height: number) =>
  Transformer.fromRgbaPixels(createPixels(width, height), width, height)
export const createJpeg = (width: number, height: number) => createPicture(width, height).jpeg(90)
export const createPng = (width: number, height: number) => createPicture(width, height).png()

/** Returns a picture of pseudo-random pixels, which can hardly be compressed. */
export function createNoise(width: number, height: number): Transformer {
  const pixels = Buffer.alloc(width * height * 4, 255)
  let state = 1
  for (let at = 0; at < pixels.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    if (at % 4 < 3) pixels[at] = state >> 16
  }
  return Transformer.fromRgbaPixels(pixels, width, height)
}

/** Returns the top left and the top right pixel, each as [red, green, blue]. */
export async function readTopCorners(bytes: Buffer): Promise<number[][]> {
  const { width } = await new Transformer(bytes).metadata()
  const raw = await new Transformer(bytes).rawPixels()
  const { height } = await new Transformer(bytes).metadata()
  const channels = raw.length / (width * height)
  return [0, width - 1].map((x) => [...raw.subarray(x * channels, x * channels + 3)])
}

export function createJpegSegment(marker: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(bytes.length + 2, 2)
  return Buffer.concat([head, bytes])
}

/** Returns an EXIF segment as a camera writes it, with the orientation and the manufacturer's name. */
export function createExifSegment(orientation: number, maker: string): Buffer {
  const tiff = Buffer.alloc(38 + maker.length)
  tiff.write('II*\0\x08\0\0\0\x02\0', 'latin1')
  tiff.write('\x0f\x01\x02\0', 10, 'latin1') // tag 0x010f, 'Make', a text
  tiff.writeUInt32LE(maker.length, 14)
  tiff.writeUInt32LE(38, 18)
  tiff.write('\x12\x01\x03\0\x01\0\0\0', 22, 'latin1') // tag 0x0112, 'Orientation', a 16-bit number
  tiff.writeUInt16LE(orientation, 30)
  tiff.write(maker, 38, 'latin1')
  return createJpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}

/** Inserts segments after the first two bytes, where cameras write their metadata. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export function createPngChunk(type: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string, 'latin1')
  const chunkBytes = Buffer.alloc(12 + bytes.length)
  chunkBytes.writeUInt32BE(bytes.length)
  chunkBytes.write(type, 4, 'latin1')
  bytes.copy(chunkBytes, 8)
  chunkBytes.writeUInt32BE(crc32(chunkBytes.subarray(4, 8 + bytes.length)), 8 + bytes.length)
  return chunkBytes
}

/** The position after the signature and the first chunk, IHDR. */
const HEADER_CHUNK_END = 33
export const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, HEADER_CHUNK_END), ...chunks, png.subarray(HEADER_CHUNK_END)])

/** Returns a PNG whose header declares this width and height in pixels, with invalid pixel data. */
export function createPngWithSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.write('\x08\x06\0\0\0', 8, 'latin1')
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', Buffer.alloc(20)),
    createPngChunk('IEND', ''),
  ])
}
