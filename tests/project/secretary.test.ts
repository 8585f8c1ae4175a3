import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { helpFor, problemHelp } from '@apoderados/importer/problemHelp'
import { sheetNames } from '@apoderados/importer/sheetRecords'
import { describe, expect, it } from 'vitest'
import { guidePath, replaceColumnTables, tabledSheetNames } from '../../scripts/assets/columnTables.ts'

const guideText = readFileSync(guidePath, 'utf8')
const docsFolder = join(import.meta.dirname, '../../docs')
const root = join(import.meta.dirname, '../..')
const importerSources = '{packages/importer,apps/cli}/src/**/*.ts'

describe("the secretary's guide", () => {
  it('lists the columns of every sheet as the import reads them (npm run sheets -w scripts/assets writes them)', () => {
    expect(tabledSheetNames(guideText)).toEqual([...sheetNames])
    expect(replaceColumnTables(guideText)).toBe(guideText)
  })

  it('shows pictures that exist and are small', () => {
    const pictures = [...guideText.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => path as string)
    for (const sheet of sheetNames) expect(pictures.join(), sheet).toMatch(new RegExp(`/${sheet}(-1)?\\.png`))
    const largePictures = pictures.filter((path) => statSync(join(docsFolder, path)).size > 60_000)
    expect(largePictures).toEqual([])
  })

  it('explains problems in the words of the import', () => {
    const sources = globSync(importerSources, { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
    const sourceText = sources.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
    const [, part = ''] = /<!-- problemas -->([\s\S]*)<!-- fin de problemas -->/.exec(guideText) ?? []
    const problems = [...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message]) => message as string)
    expect(problems.length).toBeGreaterThan(30)
    const unknown = problems.filter((message) =>
      message.split('…').some((piece) => !sourceText.includes(piece)),
    )
    expect(unknown).toEqual([])
  })

  it('gives the advice that the console shows', () => {
    const [, part = ''] = /<!-- problemas -->([\s\S]*)<!-- fin de problemas -->/.exec(guideText) ?? []
    const advice = [...part.matchAll(/^\| (`.*?`) \| (.*) \|$/gm)].flatMap(([, messages = '', help = '']) =>
      [...messages.matchAll(/`([^`]+)`/g)].map(([, message]) => [message, help]),
    )
    expect(problemHelp).toEqual(advice)
    expect(helpFor('el correo ya es de la persona de la fila 31')).toMatch(
      /^Dos personas con el mismo correo/,
    )
  })

  it('links to existing headings', () => {
    const anchors = [...guideText.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      (heading as string)
        .toLowerCase()
        .replace(/[^\p{L}\d -]/gu, '')
        .replaceAll(' ', '-'),
    )
    const links = [...guideText.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor as string)
    expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
  })
})
