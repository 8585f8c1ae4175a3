import { type Orientation, ResizeFit, Transformer } from '@napi-rs/image'
import { InvalidAttachmentError } from './invalidAttachment.ts'
import { bareJpeg, turnedJpeg } from './jpeg.ts'
import { barePng } from './png.ts'

/**
 * Without what was told about it; in pixels as stored, not yet turned. `orientation`: 1 to 8, as EXIF counts the ways
 * in which a camera was held; 1 is upright.
 */
export type BarePicture = { bytes: Buffer; width: number; height: number; orientation: number }
export type PictureKind = 'jpeg' | 'png'

/** Phones take 12 and 48; a small file may say any number and fill the memory. */
const MEGAPIXELS_MAX = 50
const SIDE_MAX = 512
/** So that a phone on a slow network has a course of forty in a few seconds. */
const PHOTO_BYTES_MAX = 80_000
const QUALITIES = [82, 70, 55, 40, 25]

const damaged = () =>
  new InvalidAttachmentError('la imagen está dañada o incompleta', 'una imagen que se pueda abrir')

const bareOf = { jpeg: bareJpeg, png: barePng }

/** Its size is known before it is decoded. @throws {InvalidAttachmentError} */
function measure(bytes: Buffer, kind: PictureKind): BarePicture {
  const bare = bareOf[kind](bytes)
  if (!bare) throw damaged()
  if (bare.width * bare.height > MEGAPIXELS_MAX * 1e6) {
    const message = `la imagen mide ${bare.width} × ${bare.height} píxeles`
    throw new InvalidAttachmentError(message, `a lo más ${MEGAPIXELS_MAX} megapíxeles`)
  }
  return bare
}

async function decoded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    throw damaged()
  }
}

/** Decodes it without what its camera told: badly written EXIF makes no picture bad. @throws {InvalidAttachmentError} */
async function checkPixels({ bytes }: BarePicture): Promise<void> {
  await decoded(new Transformer(bytes).metadata())
}

/**
 * The same picture without EXIF, XMP, IPTC and whatever else was told about it; of EXIF it keeps how it is turned.
 * A picture of 50 megapixels takes 200 MB meanwhile. @throws {InvalidAttachmentError}
 */
export async function bare(bytes: Buffer, kind: PictureKind): Promise<Buffer> {
  const picture = measure(bytes, kind)
  await checkPixels(picture)
  return picture.orientation === 1 ? picture.bytes : turnedJpeg(picture.bytes, picture.orientation)
}

/**
 * At most 512 pixels on its longer side, upright and under 80 KB, without EXIF and the like. What is as small
 * already stays as it is. A picture of 50 megapixels takes 450 MB meanwhile. @throws {InvalidAttachmentError}
 */
export async function small(bytes: Buffer, kind: PictureKind): Promise<Buffer> {
  const picture = measure(bytes, kind)
  const isSmall = Math.max(picture.width, picture.height) <= SIDE_MAX
  if (isSmall && picture.orientation === 1 && picture.bytes.length <= PHOTO_BYTES_MAX) {
    await checkPixels(picture)
    return picture.bytes
  }
  const reduced = () => {
    const upright = new Transformer(picture.bytes).rotate(picture.orientation as Orientation)
    return isSmall ? upright : upright.resize({ width: SIDE_MAX, height: SIDE_MAX, fit: ResizeFit.Inside })
  }
  if (kind === 'jpeg') return lightEnough((quality) => reduced().jpeg(quality))
  const png = await decoded(reduced().png())
  return png.length <= PHOTO_BYTES_MAX ? png : onWhite(png)
}

/** JPEG knows no transparency: a badge without ground would turn black. */
async function onWhite(png: Buffer): Promise<Buffer> {
  const { width, height } = await decoded(new Transformer(png).metadata())
  const white = Buffer.alloc(width * height * 4, 255)
  return lightEnough((quality) =>
    Transformer.fromRgbaPixels(white, width, height).overlay(png, 0, 0).jpeg(quality),
  )
}

async function lightEnough(jpegOf: (quality: number) => Promise<Buffer>): Promise<Buffer> {
  let bytes: Buffer | undefined
  for (const quality of QUALITIES) {
    bytes = await decoded(jpegOf(quality))
    if (bytes.length <= PHOTO_BYTES_MAX) break
  }
  return bytes as Buffer
}
