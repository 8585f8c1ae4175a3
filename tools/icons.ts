/** What the product's icons are drawn from, and where each of them lies. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { losslessCompressPng, ResizeFilterType, Transformer } from '@napi-rs/image'

export const root = join(import.meta.dirname, '..')
/** What a drawing fills, as the `d` of its paths. */
const pathsOf = (path: string): string[] =>
  Array.from(readFileSync(join(root, path), 'utf8').matchAll(/<path d="([^"]+)"/g), ([, d = '']) => d)

const logo = pathsOf('apps/web/drawings/logo.svg')
/** `--brand` of `tokens.css`. */
const brand = '#463AAE'

export type Picture = { path: string; size: number; svg: string }

/** A square picture of `size` pixels; its content is measured in fortieths of the side, as the logo is. */
const picture = (path: string, size: number, content: string): Picture => ({
  path,
  size,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 40 40">${content}</svg>`,
})

const filled = (paths: string[], color: string) =>
  paths.map((d) => `<path fill="${color}" d="${d}"/>`).join('')
/** The logo in the middle, with at least a quarter of its width clear around it. */
const whiteLogo = (scale: number) =>
  `<g transform="translate(${20 - 20 * scale} ${20 - 20.5 * scale}) scale(${scale})">${filled(logo, '#FFF')}</g>`
/** The launcher cuts it: a circle of four fifths of the side holds the whole logo. */
const fullBleed = (color: string) => `<rect width="40" height="40" fill="${color}"/>${whiteLogo(0.57)}`
const tile = `<rect width="40" height="40" rx="9" fill="${brand}"/>${whiteLogo(0.6)}`
/** A page's own drawing on a disc: launchers put shortcuts in a circle. */
const disc = (phosphor: string) => `<circle cx="20" cy="20" r="20" fill="${brand}"/>
  <g transform="translate(9.5 9.5) scale(${21 / 256})">
  ${filled(pathsOf(`node_modules/@phosphor-icons/core/assets/fill/${phosphor}-fill.svg`), '#FFF')}</g>`

const web = (name: string, size: number, content: string) =>
  picture(`apps/web/public/icons/${name}.png`, size, content)

export const pictures: Picture[] = [
  web('icon-192', 192, tile),
  web('icon-512', 512, tile),
  web('maskable-512', 512, fullBleed(brand)),
  web('apple-touch-icon', 180, fullBleed(brand)),
  web('agenda-96', 96, disc('calendar-blank')),
  web('horario-96', 96, disc('clock')),
  web('calificaciones-96', 96, disc('exam')),
]

/**
 * Drawn without a browser, alike on every machine. The library draws small pictures larger, hence the resizing,
 * which darkens half-transparent edges: it counts what is transparent as black.
 */
export async function draw({ svg, size }: Picture): Promise<Buffer> {
  const pixels = await Transformer.fromSvg(svg).resize(size, size, ResizeFilterType.Triangle).rawPixels()
  const straight = pixels.map((value, index) => {
    const alpha = pixels[index - (index % 4) + 3] ?? 0
    return index % 4 === 3 || alpha === 0 ? value : Math.min(255, Math.round((value * 255) / alpha))
  })
  return losslessCompressPng(await Transformer.fromRgbaPixels(straight, size, size).png())
}

/** The pixels of a PNG file. */
export const pixelsOf = (png: Uint8Array): Promise<Buffer> => new Transformer(png).rawPixels()
