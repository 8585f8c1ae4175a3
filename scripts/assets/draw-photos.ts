/** Draws the demo school's portraits and badges (no real people) as PNG files, with the tests' Chromium. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../../tests/support/chromium.ts'

const photoFolder = fileURLToPath(new URL('../../packages/school-data/photos/', import.meta.url))
const PORTRAIT_WIDTH = 200
const PORTRAIT_HEIGHT = 220

const backgroundColors = ['#E6EEF8', '#E0F1F1', '#F6E8F5', '#F8EBE3', '#FBE7EF', '#EEE9FA']
const skinColors = ['#F1C9A5', '#D9A066', '#8D5A3B', '#F5D7BE', '#B97A4B', '#E3B188']
const hairColors = ['#2B1D14', '#5A3825', '#171310', '#8A5A2B', '#3A2A22']
const jumperColors = ['#2C67B0', '#17767C', '#8A3C85', '#A1532A', '#463AAE', '#546379', '#B13E74']

/** Each function returns the SVG of the hair behind the face, in the colour `hair`. */
const hairStyles = {
  long: (hair: string) => `<path d="M48 104a52 56 0 0 1 104 0v64h-24V104H72v64H48Z" fill="${hair}"/>`,
  short: (hair: string) => `<path d="M54 108a46 50 0 0 1 92 0l-6 12H60Z" fill="${hair}"/>`,
  buns: (hair: string) =>
    `<circle cx="52" cy="74" r="17" fill="${hair}"/><circle cx="148" cy="74" r="17" fill="${hair}"/><path d="M54 108a46 48 0 0 1 92 0Z" fill="${hair}"/>`,
}
type HairStyle = keyof typeof hairStyles
const styleOrder: HairStyle[] = ['long', 'short', 'buns', 'short']
const fringePaths = [
  'M58 98a42 42 0 0 1 84 0q-42-26-84 0Z',
  'M58 100a42 44 0 0 1 84 0q-20-24-34-24-20 0-50 24Z',
]

function portrait(index: number, style: HairStyle): string {
  const pick = <T>(items: T[], step = 1) => items[(index * step) % items.length] as T
  const hair = pick(hairColors)
  const skin = pick(skinColors, 5)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT_WIDTH}" height="${PORTRAIT_HEIGHT}" viewBox="0 0 200 220">
    <rect width="200" height="220" fill="${pick(backgroundColors)}"/>
    ${hairStyles[style](hair)}
    <path d="M30 220q4-58 70-58t70 58Z" fill="${pick(jumperColors, 7)}"/>
    <path d="M84 140h32v26q-16 14-32 0Z" fill="${skin}"/>
    <ellipse cx="100" cy="112" rx="42" ry="46" fill="${skin}"/>
    <path d="${pick(fringePaths)}" fill="${hair}"/>
    <circle cx="84" cy="114" r="4.5" fill="#1C1A27"/><circle cx="116" cy="114" r="4.5" fill="#1C1A27"/>
    <path d="M86 134q14 ${8 + (index % 3) * 3} 28 0" fill="none" stroke="#1C1A27" stroke-width="3.5" stroke-linecap="round"/>
  </svg>`
}

/** Returns the SVG of a school's badge: an arch of the colour `ink` on the colour `ground`. */
const badge = (
  ink: string,
  ground: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 40 40">
  <rect width="40" height="40" fill="${ground}"/>
  <path d="M6 34V22a14 14 0 0 1 28 0v12h-6V22a8 8 0 0 0-16 0v12Z" fill="${ink}"/><circle cx="20" cy="27" r="4.5" fill="${ink}"/>
</svg>`

const browser = await chromium.launch(chromiumOptions())
const page = await browser.newPage()

async function drawPng(name: string, svg: string): Promise<void> {
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
  await writeFile(`${photoFolder}${name}.png`, await page.locator('svg').screenshot())
}

for (let index = 0; index < 12; index += 1) {
  const style = styleOrder[index % styleOrder.length] as HairStyle
  await drawPng(`portrait-${style}-${String(index + 1).padStart(2, '0')}`, portrait(index, style))
}
await drawPng('badge-1', badge('#17767C', '#E0F1F1'))
await drawPng('badge-2', badge('#8A3C85', '#F6E8F5'))
await browser.close()
