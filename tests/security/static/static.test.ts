import { expect, it } from 'vitest'
import { dangerOf, regexesIn } from './regexes.ts'
import { secretsIn, textsOfTree } from './secrets.ts'

it.each([
  ['a registry', ['npm_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8']],
  ['a database', ['postgres', '://apoderados:Xk29vmQp7Lw@db.colegio.cl/apoderados']],
])('the secret of %s is found', async (_, parts) => {
  // The parts are joined at run time, so that no scan of this file finds the secret.
  expect(await secretsIn({ path: 'planted.ts', content: `const x = '${parts.join('')}'\n` })).not.toEqual([])
})

it('no file of the tree has a secret', { tags: 'long' }, async () => {
  const found: string[] = []
  for (const text of textsOfTree()) found.push(...(await secretsIn(text)))
  expect(found).toEqual([])
})

it('a regular expression with exponential time is found, and one with linear time accepted', async () => {
  const [exponential, linear] = regexesIn('planted.ts', 'export const all = [/^(a+)+$/, /^\\d{4}$/]')
  if (!exponential || !linear) throw new Error('not found')
  expect(await dangerOf(exponential, 16_384)).toMatch(/exponential/)
  expect(await dangerOf(linear, 16_384)).toBeUndefined()
})
