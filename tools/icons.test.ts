import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { draw, pictures, pixelsOf, root } from './icons.ts'

/** Where a PNG file tells its width and height. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

/** Machines may round the last bit of a half-covered pixel otherwise. */
const largestDifference = (some: Buffer, others: Buffer) =>
  some.reduce((largest, value, index) => Math.max(largest, Math.abs(value - (others[index] ?? 255))), 0)

describe('the icons', () => {
  it.each(pictures)('$path is what npm run draw:icons draws', async (picture) => {
    const committed = readFileSync(join(root, picture.path))
    expect(sizeOf(committed)).toEqual([picture.size, picture.size])
    const [pixels, drawn] = await Promise.all([pixelsOf(committed), draw(picture).then(pixelsOf)])
    expect(pixels.length).toBe(drawn.length)
    expect(largestDifference(pixels, drawn)).toBeLessThanOrEqual(8)
  })
})
