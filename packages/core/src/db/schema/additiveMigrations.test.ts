import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import additive from '../migrations/additive.json' with { type: 'json' }

const migrationsFolder = new URL('../migrations/', import.meta.url)
/** The index of the last migration of version 1.0.16. That version and earlier ones have no additive migrations. */
const LAST_RELEASED_INDEX = 15

const migrationTags = (await readdir(migrationsFolder))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -4))
  .sort()

/** Statements after which the previous version could not read or write the tables. */
const BREAKING_STATEMENT =
  /\b(drop (table|column)|rename (to|column)|set not null|set data type|add column (?![^;]*\bdefault\b)[^;]*\bnot null)\b/i

it('lists each migration since 1.0.16', () => {
  expect(Object.keys(additive)).toEqual(migrationTags.slice(LAST_RELEASED_INDEX + 1))
})

it('calls no migration additive that takes something away', async () => {
  const additiveTags = Object.entries(additive).filter(([, isAdditive]) => isAdditive)
  expect(additiveTags.length).toBeGreaterThan(0)
  for (const [tag] of additiveTags)
    expect(await readFile(new URL(`${tag}.sql`, migrationsFolder), 'utf8'), tag).not.toMatch(
      BREAKING_STATEMENT,
    )
})
