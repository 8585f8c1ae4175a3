import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Matches an option or command of the guides with the path of a school's data that follows it, read or written. */
const DATA_PATH_PATTERN =
  /(?:--template|--letters|--errors|--to|--identity|invitation letters|backup (?:key|create)|npm run import --) +([\w./~][^\s`')|,]*)/g
/** Returns whether the path is absolute or in the reader's home folder. */
const isOutsideRepository = (path: string) => /^[/~]/.test(path)

function dataPathsIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(DATA_PATH_PATTERN)]
    .map(([, path]) => path as string)
    .filter((path) => !isOutsideRepository(path))
}

function filterIgnored(paths: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-ignored-'))
  try {
    const git = (args: string[], input = '') =>
      execFileSync('git', args, { cwd: folder, input, encoding: 'utf8', stdio: 'pipe' })
    git(['init', '--quiet'])
    copyFileSync(join(root, '.gitignore'), join(folder, '.gitignore'))
    return git(['check-ignore', '--stdin'], paths.join('\n')).trimEnd().split('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('git ignores every file with data that the guides create', () => {
  const created = globSync(['README.md', 'docs/*.md'], { cwd: root }).flatMap(dataPathsIn)
  expect(created).toEqual(expect.arrayContaining(['planillas', 'colegio.xlsx', 'cartas.pdf', 'respaldo.key']))
  const ignoredPaths = [
    // A name without a suffix is a folder, which .gitignore ignores with its files.
    ...new Set(created.map((path) => (path.includes('.') ? path : `${path}/alumnos.csv`))),
    ...['Colegio Los Aromos/alumnos.csv', 'errores.csv'],
  ]
  expect(filterIgnored(ignoredPaths)).toEqual(ignoredPaths)
})
