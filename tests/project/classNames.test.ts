import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const featuresFolder = join(import.meta.dirname, '../../apps/web/src/features')

/**
 * Returns the classes that a style sheet styles without an ancestor: `.day` and `.day:hover`, but not the `.day` of
 * `.week .day`.
 */
function classesOf(path: string): string[] {
  const css = readFileSync(join(featuresFolder, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const selectors = [...css.matchAll(/[^{};]+(?=\{)/g)].flatMap(([list]) => list.split(','))
  return selectors.flatMap((selector) => /^\.([\w-]+)[^\s>+~]*$/.exec(selector.trim())?.[1] ?? [])
}

// A style sheet stays active after its page was left, so it would also style other pages.
it('no class name is used by two pages', () => {
  const owners = new Map<string, Set<string>>()
  for (const path of globSync('**/*.css', { cwd: featuresFolder }))
    for (const name of classesOf(path)) owners.set(name, (owners.get(name) ?? new Set()).add(dirname(path)))
  expect(owners.size).toBeGreaterThan(50)
  expect([...owners].filter(([, pages]) => pages.size > 1)).toEqual([])
})
