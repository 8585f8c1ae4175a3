import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identifyCode } from './code.ts'

describe('the identification of the code', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'apoderados-code-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is unknown without git', () => {
    expect(identifyCode(folder)).toBe('unknown')
  })

  it('is the commit, and changes with each uncommitted change', () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    git('init', '--quiet')
    write('code', 'first')
    git('add', 'code')
    git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '--quiet', '-m', 'first')
    const codes = [identifyCode(folder)]
    expect(codes[0]).toBe(git('rev-parse', 'HEAD').trim())
    for (const [name, text] of [
      ['code', 'second'],
      ['code', 'third'],
      ['new', ''],
      ['new', 'fourth'],
    ] as const) {
      write(name, text)
      codes.push(identifyCode(folder))
    }
    expect(new Set(codes).size).toBe(5)
    write('new', '')
    expect(identifyCode(folder)).toBe(codes[3])
    symlinkSync(tmpdir(), join(folder, 'link'))
    expect(identifyCode(folder)).toMatch(/^[0-9a-f]{40} [0-9a-f]{64}$/)
  })
})
