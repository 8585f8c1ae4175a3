import { describe, expect, it } from 'vitest'
import { dangerOf, regexesIn } from './regexes.ts'
import { secretsIn, textsOfTree } from './secrets.ts'

/** Returns a file with a secret, whose parts are joined at run time, so that no scan of this file finds it. */
const plantedFile = (...parts: string[]) => ({
  path: 'planted.ts',
  content: `const x = '${parts.join('')}'\n`,
})

describe('a secret', () => {
  it.each([
    ['of a registry', plantedFile('npm_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')],
    ['of a code host', plantedFile('ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')],
    ['of a database', plantedFile('postgres', '://apoderados:Xk29vmQp7Lw@db.colegio.cl/apoderados')],
  ])('%s is found', async (_, text) => {
    expect(await secretsIn(text)).not.toEqual([])
  })

  it('is in no file of the tree', async () => {
    const found: string[] = []
    for (const text of textsOfTree()) found.push(...(await secretsIn(text)))
    expect(found).toEqual([])
  })
})

describe('a regular expression', () => {
  const dangerIn = (text: string) => {
    const regex = regexesIn('planted.ts', text).regexes.at(-1)
    if (!regex) throw new Error('none was found')
    return dangerOf(regex, 16_384)
  }

  it('with exponential time is found anywhere in an expression', async () => {
    expect(
      await dangerIn('const isName = (text: string) => [/^(a+)+$/].some((one) => one.test(text))'),
    ).toMatch(/exponential/)
  })

  it.each([
    ["new RegExp('^(a+)+$')"],
    [`const SIGNS = 'a'\nexport const isName = new RegExp(\`^([\${SIGNS}]+)+$\`, 'u')`],
    ["const PART = /(a+)+/\nexport const isName = RegExp('^' + PART.source + '$')"],
  ])('with exponential time is found if it is built from constants: %s', async (text) => {
    expect(await dangerIn(text)).toMatch(/exponential/)
  })

  it('that is built from variables is counted, because it cannot be analysed', () => {
    const { regexes, unresolved } = regexesIn(
      'planted.ts',
      "let sign = 'a'\nexport const isName = (name: string) => [new RegExp(name), new RegExp(sign), /a/]",
    )
    expect([regexes.length, unresolved]).toEqual([1, 2])
  })

  it.each([
    ['(sign: string) => new RegExp(sign)'],
    ['({ sign }: Marks) => new RegExp(sign)'],
    ["(sign = 'b') => new RegExp(sign)"],
    ['(...sign: string[]) => new RegExp(sign)'],
    ['(marks: Marks) => { const { sign } = marks; return new RegExp(sign) }'],
    ['() => { try { run() } catch (sign) { return new RegExp(sign) } }'],
  ])('is not mistaken for a constant of the same name: %s', (text) => {
    const { regexes, unresolved } = regexesIn('planted.ts', `const sign = 'a'\nexport const made = ${text}`)
    expect([regexes.length, unresolved]).toEqual([0, 1])
  })

  it('with linear time is accepted', async () => {
    expect(await dangerIn('export const isYear = /^\\d{4}$/')).toBeUndefined()
  })
})
