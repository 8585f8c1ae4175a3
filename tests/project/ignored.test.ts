import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The options and commands in the guides that are followed by the path of a school's data, read or written. */
const DATA_PATHS =
  /(?:--template|--letters|--errors|--to|--identity|invitation letters|backup (?:key|create)|npm run import --) +([\w./~][^\s`')|,]*)/g
/** Whether the path is absolute or in the reader's home folder. */
const isOutsideRepository = (path: string) => /^[/~]/.test(path)

function pathsIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(DATA_PATHS)]
    .map(([, path]) => path as string)
    .filter((path) => !isOutsideRepository(path))
}

function ignoredOf(paths: string[]): string[] {
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
  const created = globSync(['README.md', 'docs/*.md'], { cwd: root }).flatMap(pathsIn)
  expect(created).toEqual(expect.arrayContaining(['planillas', 'colegio.xlsx', 'cartas.pdf', 'respaldo.key']))
  const ignoredPaths = [
    // A name without a suffix is a folder, which .gitignore ignores with its files.
    ...new Set(created.map((path) => (path.includes('.') ? path : `${path}/alumnos.csv`))),
    ...['Colegio Los Aromos/alumnos.csv', 'errores.csv'],
  ]
  expect(ignoredOf(ignoredPaths)).toEqual(ignoredPaths)
})
