import { type Orientation, ResizeFit, Transformer } from '@napi-rs/image'
import { InvalidAttachmentError } from './invalidAttachment.ts'
import { stripJpeg, withOrientation } from './jpeg.ts'
import { stripPng } from './png.ts'

/**
 * A picture without metadata. To be shown, it must be rotated by `orientation`, the EXIF value from 1 (upright) to 8.
 * Width and height are in pixels, before the rotation.
 */
export type StrippedPicture = { bytes: Buffer; width: number; height: number; orientation: number }
export type PictureKind = 'jpeg' | 'png'

/** Phones usually take pictures of 12 or 48 megapixels. A small file may declare more, and exhaust the memory. */
const MEGAPIXELS_MAX = 50
/** The maximum length of the longer side of a photo, in pixels. */
const PHOTO_SIDE_MAX = 512
/** With this limit, the forty photos of a course have about 3 MB, which load in seconds on a slow network. */
const PHOTO_BYTES_MAX = 80_000
/** The JPEG qualities that are tried in turn until the photo is small enough. */
const JPEG_QUALITIES = [82, 70, 55, 40, 25]

const damagedPictureError = () =>
  new InvalidAttachmentError('la imagen está dañada o incompleta', 'una imagen que se pueda abrir')

const metadataStrippers = { jpeg: stripJpeg, png: stripPng }

/** Removes metadata and checks the size before decoding. @throws {InvalidAttachmentError} if damaged or too large */
function stripWithinLimits(bytes: Buffer, kind: PictureKind): StrippedPicture {
  const stripped = metadataStrippers[kind](bytes)
  if (!stripped) throw damagedPictureError()
  if (stripped.width * stripped.height > MEGAPIXELS_MAX * 1e6) {
    const message = `la imagen mide ${stripped.width} × ${stripped.height} píxeles`
    throw new InvalidAttachmentError(message, `a lo más ${MEGAPIXELS_MAX} megapíxeles`)
  }
  return stripped
}

const rejectIfDamaged = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw damagedPictureError()
  })

/** Call it after the metadata was removed: invalid EXIF is accepted. @throws {InvalidAttachmentError} if damaged */
const decodeAndMeasure = (bytes: Buffer) => rejectIfDamaged(new Transformer(bytes).metadata())

/**
 * Removes EXIF, XMP, IPTC and other metadata, but keeps the orientation. A picture of 50 megapixels needs 200
 * MB of memory meanwhile.
 * @throws {InvalidAttachmentError} if the picture is damaged or too large
 */
export async function stripMetadata(bytes: Buffer, kind: PictureKind): Promise<Buffer> {
  const picture = stripWithinLimits(bytes, kind)
  await decodeAndMeasure(picture.bytes)
  return picture.orientation === 1 ? picture.bytes : withOrientation(picture.bytes, picture.orientation)
}

/**
 * Reduces the picture to PHOTO_SIDE_MAX pixels and PHOTO_BYTES_MAX bytes, upright and without metadata. An upright
 * picture that is small enough is not recompressed. A picture of 50 megapixels needs 450 MB of memory meanwhile.
 * @throws {InvalidAttachmentError} if the picture is damaged or too large
 */
export async function makeThumbnail(bytes: Buffer, kind: PictureKind): Promise<Buffer> {
  const picture = stripWithinLimits(bytes, kind)
  const isSmall = Math.max(picture.width, picture.height) <= PHOTO_SIDE_MAX
  if (isSmall && picture.orientation === 1 && picture.bytes.length <= PHOTO_BYTES_MAX) {
    await decodeAndMeasure(picture.bytes)
    return picture.bytes
  }
  const reduced = () => {
    const upright = new Transformer(picture.bytes).rotate(picture.orientation as Orientation)
    return isSmall
      ? upright
      : upright.resize({ width: PHOTO_SIDE_MAX, height: PHOTO_SIDE_MAX, fit: ResizeFit.Inside })
  }
  if (kind === 'jpeg') return compressToLimit((quality) => reduced().jpeg(quality))
  const png = await rejectIfDamaged(reduced().png())
  return png.length <= PHOTO_BYTES_MAX ? png : flattenOnWhite(png)
}

/** Draws a picture on white: JPEG has no transparency, so the transparent background of a badge would turn black. */
async function flattenOnWhite(png: Buffer): Promise<Buffer> {
  const { width, height } = await decodeAndMeasure(png)
  const white = Buffer.alloc(width * height * 4, 255)
  return compressToLimit((quality) =>
    Transformer.fromRgbaPixels(white, width, height).overlay(png, 0, 0).jpeg(quality),
  )
}

async function compressToLimit(jpegOf: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  let bytes: Buffer | undefined
  for (const quality of JPEG_QUALITIES) {
    bytes = await rejectIfDamaged(jpegOf(quality))
    if (bytes.length <= PHOTO_BYTES_MAX) break
  }
  return bytes as Buffer
}
