import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const features = join(import.meta.dirname, '../../apps/web/src/features')

/** The classes that a sheet gives a look by themselves: `.day` and `.day:hover`, not `.week .day`. */
function classesOf(path: string): string[] {
  const css = readFileSync(join(features, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const selectors = [...css.matchAll(/[^{};]+(?=\{)/g)].flatMap(([list]) => list.split(','))
  return selectors.flatMap((selector) => /^\.([\w-]+)[^\s>+~]*$/.exec(selector.trim())?.[1] ?? [])
}

// A sheet stays once its page was opened: it would dress the other page too, from then on.
it('no class is one of two pages', () => {
  const owners = new Map<string, Set<string>>()
  for (const path of globSync('**/*.css', { cwd: features }))
    for (const name of classesOf(path)) owners.set(name, (owners.get(name) ?? new Set()).add(dirname(path)))
  expect(owners.size).toBeGreaterThan(50)
  expect([...owners].filter(([, pages]) => pages.size > 1)).toEqual([])
})
