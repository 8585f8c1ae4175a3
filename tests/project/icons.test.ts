import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { pixelsOf, root } from '../../scripts/assets/drawing.ts'
import { drawables, pictures } from '../../scripts/assets/icons.ts'

/** Returns the width and height of a PNG file. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

/**
 * Returns the share of pixels that differ by more than rounding. A file without colour or transparency has fewer
 * bytes per pixel.
 */
function shareOfDifferentPixels(actual: Buffer, expected: Buffer): number {
  const count = expected.length / 4
  const channels = actual.length / count
  const hasColour = channels >= 3
  const hasTransparency = channels % 2 === 0
  let different = 0
  for (let pixel = 0; pixel < count; pixel += 1) {
    const start = pixel * channels
    const channelValue = (channel: number) => {
      if (channel === 3) return hasTransparency ? actual[start + channels - 1] : 255
      return actual[start + (hasColour ? channel : 0)]
    }
    const differs = [0, 1, 2, 3].some(
      (channel) => Math.abs((channelValue(channel) ?? 0) - (expected[pixel * 4 + channel] ?? 0)) > 8,
    )
    if (differs) different += 1
  }
  return different / count
}

describe('the icons', () => {
  it.each(pictures)('$path equals the output of npm run icons -w scripts/assets', async (picture) => {
    const committed = readFileSync(join(root, picture.path))
    expect(sizeOf(committed)).toEqual([picture.size, picture.size])
    const expected = await pixelsOf(picture)
    expect(shareOfDifferentPixels(await new Transformer(committed).rawPixels(), expected)).toBeLessThan(0.001)
  })

  it.each(drawables)('$path equals what npm run icons -w scripts/assets writes', ({ path, xml }) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(xml)
  })
})
