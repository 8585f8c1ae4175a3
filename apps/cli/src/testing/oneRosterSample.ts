import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rosterFileColumns } from '@apoderados/importer/formats/oneroster/rosterFiles'
import { expect } from 'vitest'

/** The folder of the sample export for vendors, in docs/. */
export const sampleFolder = join(import.meta.dirname, '../../../../docs/oneroster-sample')
/** Changes the sample: `files` maps the name of each file, without `.csv`, to its content. */
export type SampleChange = (files: Map<string, string>) => void

const FILE_NAMES = [...Object.keys(rosterFileColumns).filter((name) => name !== 'roles'), 'manifest']

/** Writes the changed sample to a new folder in `folder`. */
export async function writeSample(folder: string, change: SampleChange): Promise<string> {
  const texts = FILE_NAMES.map(
    async (name) => [name, await readFile(join(sampleFolder, `${name}.csv`), 'utf8')] as const,
  )
  const files = new Map(await Promise.all(texts))
  change(files)
  const copy = join(folder, 'export')
  await mkdir(copy)
  for (const [name, text] of files) await writeFile(join(copy, `${name}.csv`), text)
  return copy
}

/** Returns a change that replaces a text in a file, which must contain it. */
export const editFile =
  (name: string, from: string | RegExp, to: string): SampleChange =>
  (files) => {
    const text = files.get(name) ?? ''
    expect(text).toMatch(from)
    files.set(name, text.replace(from, to))
  }
/** Returns a change that appends a row to a file. */
export const addRow =
  (name: string, row: string): SampleChange =>
  (files) =>
    void files.set(name, `${files.get(name)}${row}\r\n`)
