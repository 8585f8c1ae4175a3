import { type Orientation, ResizeFit, Transformer } from '@napi-rs/image'
import { imageSize } from 'image-size'
import { InvalidAttachmentError } from './invalidAttachment.ts'

export type PictureKind = 'jpg' | 'png'

/** Phones usually take pictures of 12 or 48 megapixels. A small file may declare more, and exhaust the memory. */
const MEGAPIXELS_MAX = 50
const DOCUMENT_JPEG_QUALITY = 90
/** The maximum length of the longer side of a photo, in pixels. */
const PHOTO_SIDE_MAX = 512
/** With this limit, the forty photos of a course have about 3 MB, which load in seconds on a slow network. */
const PHOTO_BYTES_MAX = 80_000
/** The JPEG qualities that are tried in turn until the photo is small enough. */
const PHOTO_JPEG_QUALITIES = [82, 70, 55, 40, 25]

/** @throws {InvalidAttachmentError} in place of any error of the library */
async function rejectIfDamaged<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw new InvalidAttachmentError('la imagen está dañada o incompleta', 'una imagen que se pueda abrir')
  }
}

/** Reads the size from the header, without decoding. @throws {InvalidAttachmentError} if damaged or too large */
async function readHeader(bytes: Buffer) {
  const { width, height, orientation = 1 } = await rejectIfDamaged(() => imageSize(bytes))
  if (width * height > MEGAPIXELS_MAX * 1e6)
    throw new InvalidAttachmentError(
      `la imagen mide ${width} × ${height} píxeles`,
      `a lo más ${MEGAPIXELS_MAX} megapíxeles`,
    )
  return { width, height, orientation: orientation as Orientation }
}

/**
 * Encodes the picture again, upright and without metadata (EXIF with its place, XMP, IPTC, colour profile) or any bytes
 * after its end. A picture of 50 megapixels needs 450 MB of memory meanwhile.
 * @throws {InvalidAttachmentError} if the picture is damaged or too large
 */
export async function reencodePicture(bytes: Buffer, kind: PictureKind): Promise<Buffer> {
  const { orientation } = await readHeader(bytes)
  const upright = new Transformer(bytes).rotate(orientation)
  return rejectIfDamaged(() => (kind === 'jpg' ? upright.jpeg(DOCUMENT_JPEG_QUALITY) : upright.png()))
}

/**
 * Encodes the picture like `reencodePicture`, reduced to PHOTO_SIDE_MAX pixels and PHOTO_BYTES_MAX bytes.
 * @throws {InvalidAttachmentError} if the picture is damaged or too large
 */
export async function makeThumbnail(bytes: Buffer, kind: PictureKind): Promise<Buffer> {
  const { width, height, orientation } = await readHeader(bytes)
  const reduced = () => {
    const upright = new Transformer(bytes).rotate(orientation)
    return Math.max(width, height) <= PHOTO_SIDE_MAX
      ? upright
      : upright.resize({ width: PHOTO_SIDE_MAX, height: PHOTO_SIDE_MAX, fit: ResizeFit.Inside })
  }
  if (kind === 'jpg') return compressToLimit((quality) => reduced().jpeg(quality))
  const png = await rejectIfDamaged(() => reduced().png())
  return png.length <= PHOTO_BYTES_MAX ? png : flattenOnWhite(png)
}

/** Draws a picture on white: JPEG has no transparency, so the transparent background of a badge would turn black. */
async function flattenOnWhite(png: Buffer): Promise<Buffer> {
  const { width, height } = imageSize(png)
  const white = Buffer.alloc(width * height * 4, 255)
  return compressToLimit((quality) =>
    Transformer.fromRgbaPixels(white, width, height).overlay(png, 0, 0).jpeg(quality),
  )
}

async function compressToLimit(jpegOf: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  let bytes: Buffer | undefined
  for (const quality of PHOTO_JPEG_QUALITIES) {
    bytes = await rejectIfDamaged(() => jpegOf(quality))
    if (bytes.length <= PHOTO_BYTES_MAX) break
  }
  return bytes as Buffer
}
