import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { makeThumbnail, reencodePicture } from './picture.ts'
import {
  createExifSegment,
  createJpeg,
  createJpegSegment,
  createNoise,
  createPng,
  createPngChunk,
  createPngWithSize,
  readTopCorners,
  withChunks,
  withSegments,
} from './testing/pictures.ts'

const SECRET_TEXT = 'SECRETO -33.4372 -70.6506'
const hasSecret = (bytes: Buffer) => bytes.includes('SECRETO')
const decodePixels = (bytes: Buffer) => new Transformer(bytes).rawPixels()
const orientationOf = async (bytes: Buffer) => (await new Transformer(bytes).metadata(true)).orientation
const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await new Transformer(bytes).metadata()
  return [width, height]
}

async function namesOfTopCorners(bytes: Buffer): Promise<string> {
  const names = (await readTopCorners(bytes)).map(([red = 0, green = 0, blue = 0]) => {
    if (red > 128) return green > 128 ? 'white' : blue > 128 ? 'magenta' : 'red'
    return green > 128 ? 'green' : 'blue'
  })
  return names.join(' ')
}

const metadataSegments = [
  createExifSegment(1, SECRET_TEXT),
  createJpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${SECRET_TEXT}</x>`),
  createJpegSegment(0xed, `Photoshop 3.0\x008BIM\x04\x04${SECRET_TEXT}`),
  createJpegSegment(0xe2, `MPF\0${SECRET_TEXT}`),
  createJpegSegment(0xfe, SECRET_TEXT),
]
const metadataChunks = [
  createPngChunk('eXIf', `MM\0*${SECRET_TEXT}`),
  createPngChunk('tEXt', `Comment\0${SECRET_TEXT}`),
  createPngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${SECRET_TEXT}`),
  createPngChunk('prVt', SECRET_TEXT),
]
const after = Buffer.from(`<html>${SECRET_TEXT}</html>`)

describe('a picture for the agenda', () => {
  it('loses its metadata and the bytes after its end', async () => {
    const jpeg = withSegments(await createJpeg(600, 400), ...metadataSegments)
    const png = withChunks(await createPng(600, 400), ...metadataChunks)
    for (const [bytes, kind] of [
      [jpeg, 'jpg'],
      [png, 'png'],
    ] as const) {
      const stored = await reencodePicture(Buffer.concat([bytes, after]), kind)
      expect(hasSecret(stored)).toBe(false)
      expect(await sizeOf(stored)).toEqual([600, 400])
      if (kind === 'png') expect(await decodePixels(stored)).toEqual(await decodePixels(png))
    }
  })

  it('may have damaged EXIF data', async () => {
    const bytes = withSegments(
      await createJpeg(60, 40),
      createJpegSegment(0xe1, 'Exif\0\0II*\0\xff\xff\xff\xff'),
    )
    expect(await sizeOf(await reencodePicture(bytes, 'jpg'))).toEqual([60, 40])
  })

  it.each([
    ['truncated', async () => (await createPng(600, 400)).subarray(0, -12), 'png'],
    ['without a picture', async () => Buffer.from('\xff\xd8\xff\xe0\0\x04aa\xff\xd9', 'latin1'), 'jpg'],
    ['without pixels', async () => createPngWithSize(0, 10), 'png'],
    ['with invalid pixels', async () => createPngWithSize(100, 100), 'png'],
    [
      'with a changed chunk',
      async () => {
        const png = Buffer.from(await createPng(60, 40))
        png.writeUInt8((png.at(50) as number) ^ 1, 50)
        return png
      },
      'png',
    ],
  ] as const)('is rejected if it is damaged: %s, %#', async (_, make, kind) => {
    await expect(reencodePicture(await make(), kind)).rejects.toThrow('la imagen está dañada o incompleta')
  })

  it('is rejected before decoding if it declares a huge size', async () => {
    await expect(reencodePicture(createPngWithSize(50_000, 50_000), 'png')).rejects.toThrow(
      'la imagen mide 50000 × 50000 píxeles',
    )
    const jpeg = Buffer.from(await createJpeg(60, 40))
    jpeg.writeUInt32BE(0xffff_ffff, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5)
    await expect(makeThumbnail(jpeg, 'jpg')).rejects.toThrow('la imagen mide 65535 × 65535 píxeles')
  })
})

describe('a photo', () => {
  it('is reduced in size, whatever its format', async () => {
    for (const [bytes, kind] of [
      [await createJpeg(1500, 1000), 'jpg'],
      [await createPng(1500, 1000), 'png'],
      [await createNoise(1500, 1000).jpeg(95), 'jpg'],
      [await createNoise(1500, 1000).png(), 'png'],
    ] as const) {
      const photo = await makeThumbnail(bytes, kind)
      expect(await sizeOf(photo)).toEqual([512, 341])
      expect(photo.length).toBeLessThanOrEqual(80_000)
    }
  })

  it('that is small enough loses its metadata, and keeps its size', async () => {
    const jpeg = withSegments(await createJpeg(300, 400), ...metadataSegments)
    const png = withChunks(await createPng(300, 400), ...metadataChunks)
    for (const photo of [await makeThumbnail(jpeg, 'jpg'), await makeThumbnail(png, 'png')]) {
      expect(hasSecret(photo)).toBe(false)
      expect(await sizeOf(photo)).toEqual([300, 400])
    }
  })

  it('with few pixels and many bytes is recompressed, and not enlarged', async () => {
    const photo = await makeThumbnail(await createNoise(400, 300).png(), 'png')
    expect(photo.length).toBeLessThanOrEqual(80_000)
    expect(await sizeOf(photo)).toEqual([400, 300])
  })

  it.each([
    [1, [1000, 1500], 'red green'],
    [3, [1000, 1500], 'white blue'],
    [6, [1500, 1000], 'blue red'],
    [8, [1500, 1000], 'green white'],
  ])(
    'and a picture are rotated upright from each camera orientation: %i',
    async (orientation, size, corners) => {
      const original = withSegments(await createJpeg(1000, 1500), createExifSegment(orientation, SECRET_TEXT))
      const [photo, picture] = [await makeThumbnail(original, 'jpg'), await reencodePicture(original, 'jpg')]
      for (const stored of [photo, picture]) {
        expect(await namesOfTopCorners(stored)).toBe(corners)
        expect(hasSecret(stored)).toBe(false)
        expect(await orientationOf(stored)).toBeUndefined()
      }
      expect(await sizeOf(picture)).toEqual(size)
      expect(await sizeOf(photo)).toEqual(size.map((side) => Math.round(side * (512 / 1500))))
    },
  )

  it('with a transparent background gets a white one when it becomes a JPEG', async () => {
    const noise = await createNoise(600, 600).png()
    const clear = await Transformer.fromRgbaPixels(Buffer.alloc(1200 * 600 * 4), 1200, 600)
      .overlay(noise, 600, 0)
      .png()
    const photo = await makeThumbnail(clear, 'png')
    expect(photo.readUInt16BE()).toBe(0xffd8)
    const [topLeft] = await readTopCorners(photo)
    for (const colour of topLeft ?? []) expect(colour).toBeGreaterThan(245)
  })
})
