/** Renders SVG as PNG without a browser, with the same result on every machine. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { losslessCompressPng, ResizeFilterType, Transformer } from '@napi-rs/image'

export const root = join(import.meta.dirname, '../..')

/** Returns the `d` attribute of each path of an SVG file. */
export const readPathData = (path: string): string[] =>
  Array.from(readFileSync(join(root, path), 'utf8').matchAll(/<path d="([^"]+)"/g), ([, d = '']) => d)

export const filledPaths = (paths: string[], color: string) =>
  paths.map((d) => `<path fill="${color}" d="${d}"/>`).join('')

export type Picture = { path: string; size: number; svg: string }

/** Defines a picture of `size` × `size` pixels. `content` is SVG in fortieths of the side, as in the logo. */
export const definePicture = (path: string, size: number, content: string): Picture => ({
  path,
  size,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 40 40">${content}</svg>`,
})

/**
 * Returns the pixels of the picture, four bytes (RGBA) each. The library enlarges small pictures, so its result is
 * scaled down again. That darkens half-transparent edges, because transparent pixels count as black; the loop restores
 * the colour of these edges.
 */
export async function pixelsOf({ svg, size }: Picture): Promise<Buffer> {
  const pixels = await Transformer.fromSvg(svg).resize(size, size, ResizeFilterType.Triangle).rawPixels()
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0
    if (alpha === 0 || alpha === 255) continue
    for (const channel of [at, at + 1, at + 2]) {
      pixels[channel] = Math.min(255, Math.round(((pixels[channel] ?? 0) * 255) / alpha))
    }
  }
  return pixels
}

export async function pngOf(drawn: Picture): Promise<Buffer> {
  const pixels = await pixelsOf(drawn)
  return losslessCompressPng(await Transformer.fromRgbaPixels(pixels, drawn.size, drawn.size).png())
}
