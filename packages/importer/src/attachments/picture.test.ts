import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { makeThumbnail, stripMetadata } from './picture.ts'
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

const metadataSegments = [
  createExifSegment(1, SECRET_TEXT),
  createJpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${SECRET_TEXT}</x>`),
  createJpegSegment(0xe1, `http://ns.adobe.com/xmp/extension/\0${SECRET_TEXT}`),
  createJpegSegment(0xed, `Photoshop 3.0\x008BIM\x04\x04${SECRET_TEXT}`),
  createJpegSegment(0xe0, `JFXX\0\x13${SECRET_TEXT}`),
  createJpegSegment(0xe2, `MPF\0${SECRET_TEXT}`),
  createJpegSegment(0xe3, SECRET_TEXT),
  createJpegSegment(0xef, SECRET_TEXT),
  createJpegSegment(0xfe, SECRET_TEXT),
  ...[0x02, 0xbf, 0xc8, 0xde, 0xdf, 0xf0, 0xfd].map((reserved) => createJpegSegment(reserved, SECRET_TEXT)),
]
const metadataChunks = [
  createPngChunk('eXIf', `MM\0*${SECRET_TEXT}`),
  createPngChunk('tEXt', `Comment\0${SECRET_TEXT}`),
  createPngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${SECRET_TEXT}`),
  createPngChunk('tIME', '\x07\xea\x08\x11\x0f\0\0'),
  createPngChunk('prVt', SECRET_TEXT),
]

describe('a picture for the agenda', () => {
  it('loses its metadata, and no pixel', async () => {
    const jpeg = await createJpeg(600, 400)
    for (const segments of [metadataSegments, ...metadataSegments.map((one) => [one])]) {
      const bytes = await stripMetadata(withSegments(jpeg, ...segments), 'jpeg')
      expect(hasSecret(bytes)).toBe(false)
      expect(bytes).toEqual(jpeg)
    }
    const png = await createPng(600, 400)
    for (const chunks of [metadataChunks, ...metadataChunks.map((one) => [one])]) {
      expect(await stripMetadata(withChunks(png, ...chunks), 'png')).toEqual(png)
    }
  })

  it('loses the bytes after its end', async () => {
    const [jpeg, png] = [await createJpeg(60, 40), await createPng(60, 40)]
    const after = Buffer.from(`<html>${SECRET_TEXT}</html>`)
    expect(await stripMetadata(Buffer.concat([jpeg, after]), 'jpeg')).toEqual(jpeg)
    expect(await stripMetadata(Buffer.concat([jpeg, jpeg]), 'jpeg')).toEqual(jpeg)
    expect(await stripMetadata(Buffer.concat([png, after]), 'png')).toEqual(png)
  })

  it('loses the thumbnails in its colour segments, which may show a part that was cropped away', async () => {
    const jpeg = await createJpeg(60, 40)
    const withColours = (thumbnail: string, suffix = '') =>
      Buffer.concat([
        jpeg.subarray(0, 2),
        createJpegSegment(0xe0, `JFIF\0\x01\x02\0\0\x01\0\x01${thumbnail}`),
        createJpegSegment(0xee, `Adobe\0d\0\0\0\0\x01${suffix}`),
        jpeg.subarray(20),
      ])
    const expected = withColours('\0\0')
    for (const thumbnail of [`\x05\x02${SECRET_TEXT.padEnd(30)}`, `\0\0${SECRET_TEXT}`]) {
      const bytes = withColours(thumbnail, SECRET_TEXT)
      expect(await stripMetadata(bytes, 'jpeg')).toEqual(expected)
      expect(await decodePixels(bytes)).toEqual(await decodePixels(expected))
    }
  })

  it('keeps its colour profile', async () => {
    const colours = createJpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01perfil')
    const jpeg = withSegments(
      await createJpeg(60, 40),
      createJpegSegment(0xee, 'Adobe\0d\0\0\0\0\x01'),
      colours,
    )
    expect(await stripMetadata(withSegments(jpeg, ...metadataSegments), 'jpeg')).toEqual(jpeg)
    const png = withChunks(
      await createPng(60, 40),
      createPngChunk('gAMA', '\0\0\xb1\x8f'),
      createPngChunk('pHYs', '\0\0\x0b\x13\0\0\x0b\x13\x01'),
    )
    expect(await stripMetadata(withChunks(png, ...metadataChunks), 'png')).toEqual(png)
  })

  it.each([3, 6, 8])('keeps its orientation: %i', async (orientation) => {
    const jpeg = await createJpeg(60, 40)
    const bytes = await stripMetadata(withSegments(jpeg, createExifSegment(orientation, SECRET_TEXT)), 'jpeg')
    expect(await orientationOf(bytes)).toBe(orientation)
    expect(hasSecret(bytes)).toBe(false)
    expect(await decodePixels(bytes)).toEqual(await decodePixels(jpeg))
  })

  it('may have several scans with comments between them', async () => {
    const jpeg = await createJpeg(60, 40)
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const [head, end] = [jpeg.subarray(0, -2), jpeg.subarray(-2)]
    const twoScans = Buffer.concat([head, scan, end])
    expect(
      await stripMetadata(Buffer.concat([head, createJpegSegment(0xfe, SECRET_TEXT), scan, end]), 'jpeg'),
    ).toEqual(twoScans)
  })

  it.each([
    ['truncated', async () => (await createJpeg(600, 400)).subarray(0, -2), 'jpeg'],
    ['truncated', async () => (await createPng(600, 400)).subarray(0, -12), 'png'],
    ['without a picture', async () => Buffer.from('\xff\xd8\xff\xe0\0\x04aa\xff\xd9', 'latin1'), 'jpeg'],
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
    await expect(stripMetadata(await make(), kind)).rejects.toThrow('la imagen está dañada o incompleta')
  })

  it('is rejected before decoding if it declares a huge size', async () => {
    await expect(stripMetadata(createPngWithSize(50_000, 50_000), 'png')).rejects.toThrow(
      'la imagen mide 50000 × 50000 píxeles',
    )
    const jpeg = Buffer.from(await createJpeg(60, 40))
    jpeg.writeUInt32BE(0xffff_ffff, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5)
    await expect(makeThumbnail(jpeg, 'jpeg')).rejects.toThrow('la imagen mide 65535 × 65535 píxeles')
  })

  it('is rejected if it has thousands of scans, which would keep a decoder busy', async () => {
    const jpeg = await createJpeg(60, 40)
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const many = Buffer.concat([
      jpeg.subarray(0, -2),
      ...Array.from({ length: 200 }, () => scan),
      jpeg.subarray(-2),
    ])
    await expect(stripMetadata(many, 'jpeg')).rejects.toThrow('la imagen está dañada o incompleta')
  })
})

describe('a photo', () => {
  const sizeOf = async (bytes: Buffer) => {
    const { width, height } = await new Transformer(bytes).metadata()
    return [width, height]
  }

  it('is reduced in size, whatever its format', async () => {
    for (const [bytes, kind] of [
      [await createJpeg(1500, 1000), 'jpeg'],
      [await createPng(1500, 1000), 'png'],
      [await createNoise(1500, 1000).jpeg(95), 'jpeg'],
      [await createNoise(1500, 1000).png(), 'png'],
    ] as const) {
      const photo = await makeThumbnail(bytes, kind)
      expect(await sizeOf(photo)).toEqual([512, 341])
      expect(photo.length).toBeLessThanOrEqual(80_000)
    }
  })

  it('that is small enough is not recompressed, and only loses its metadata', async () => {
    const [jpeg, png] = [await createJpeg(300, 400), await createPng(300, 400)]
    expect(await makeThumbnail(withSegments(jpeg, ...metadataSegments), 'jpeg')).toEqual(jpeg)
    expect(await makeThumbnail(withChunks(png, ...metadataChunks), 'png')).toEqual(png)
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
  ])('is rotated upright from each camera orientation: %i', async (orientation, [width, height], corners) => {
    const original = await createJpeg(1000, 1500)
    const photo = await makeThumbnail(
      withSegments(original, createExifSegment(orientation, SECRET_TEXT)),
      'jpeg',
    )
    const colours = (await readTopCorners(photo)).map(([red = 0, green = 0, blue = 0]) => {
      if (red > 128) return green > 128 ? 'white' : blue > 128 ? 'magenta' : 'red'
      return green > 128 ? 'green' : 'blue'
    })
    expect(colours.join(' ')).toBe(corners)
    expect(await sizeOf(photo)).toEqual(
      [width, height].map((side) => Math.round((side as number) * (512 / 1500))),
    )
    expect(hasSecret(photo)).toBe(false)
    expect(await orientationOf(photo)).toBeUndefined()
  })

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
