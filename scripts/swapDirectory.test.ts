import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepPreviousAssets, swapDirectory } from './build/swapDirectory.ts'

const newDistPath = () => join(mkdtempSync(join(tmpdir(), 'apoderados-place-')), 'dist')

/** Writes a build with these scripts and a compressed copy of each; every file contains the build's name. */
function writeBuild(folder: string, name: string, scripts: string[]) {
  const files = scripts.flatMap((script) => [`assets/${script}.js`, `assets/${script}.js.br`])
  const manifest = scripts.map((script) => [script, { file: `assets/${script}.js` }])
  for (const path of ['index.html', ...files]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), name)
  }
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(manifest)))
}

async function deploy(folder: string, name: string, scripts: string[]) {
  writeBuild(`${folder}.new`, name, scripts)
  await keepPreviousAssets(folder, `${folder}.new`)
  await swapDirectory(`${folder}.new`, folder)
}

const buildNameIn = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')

describe('a build', () => {
  it('replaces the previous one and leaves no other folder', async () => {
    const folder = newDistPath()
    await deploy(folder, 'first', ['a'])
    await deploy(folder, 'second', ['b'])
    expect(buildNameIn(folder, 'index.html')).toBe('second')
    expect(readdirSync(dirname(folder))).toEqual(['dist'])
  })

  it('keeps the code of the previous one, and of no earlier one', async () => {
    const folder = newDistPath()
    await deploy(folder, 'first', ['a', 'same'])
    await deploy(folder, 'second', ['b', 'same'])
    expect(buildNameIn(folder, 'assets/a.js.br')).toBe('first')
    await deploy(folder, 'third', ['c', 'same'])
    expect(buildNameIn(folder, 'assets/same.js')).toBe('third')
    expect(readdirSync(join(folder, 'assets')).sort()).toEqual([
      'b.js',
      'b.js.br',
      'c.js',
      'c.js.br',
      'same.js',
      'same.js.br',
    ])
  })

  it('replaces the previous one after an interrupted build', async () => {
    const folder = newDistPath()
    writeBuild(`${folder}.old`, 'first', ['a'])
    writeBuild(folder, 'first', ['a'])
    await deploy(folder, 'second', ['b'])
    expect(buildNameIn(folder, 'index.html')).toBe('second')
    expect(existsSync(`${folder}.old`)).toBe(false)
  })
})
