import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beginStamp, isStamped, stampOfSuite } from './stamp.ts'

describe('the stamp of a result', () => {
  let folder = ''
  const code = (text: string) => writeFileSync(join(folder, 'code'), text)
  const stamp = () => join(folder, '.git', 'results', 'suite.json') // not part of the code
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'apoderados-stamp-'))
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
    git('init', '--quiet')
    git(
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@example.com',
      'commit',
      '--quiet',
      '--allow-empty',
      '-m',
      'x',
    )
    code('first')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is good for the code that it is of, and for no other', () => {
    beginStamp(stamp(), folder)()
    expect(isStamped(stamp(), folder)).toBe(true)
    code('second')
    expect(isStamped(stamp(), folder)).toBe(false)
  })

  it('is gone once the next run begins, and stays so when that one does not pass', () => {
    beginStamp(stamp(), folder)()
    beginStamp(stamp(), folder)
    expect(isStamped(stamp(), folder)).toBe(false)
  })

  it('is not set where the code changed meanwhile', () => {
    const set = beginStamp(stamp(), folder)
    code('second')
    set()
    code('first')
    expect(isStamped(stamp(), folder)).toBe(false)
  })

  it('is never good without git', () => {
    rmSync(join(folder, '.git'), { recursive: true })
    const stampPath = join(folder, 'suite.json')
    beginStamp(stampPath, folder)()
    writeFileSync(stampPath, JSON.stringify({ code: 'unknown' }))
    expect(isStamped(stampPath, folder)).toBe(false)
  })

  it('of a part of a suite is not that of the whole', () => {
    expect(stampOfSuite('security/mutants', ['--only', 'cors'])).not.toBe(stampOfSuite('security/mutants'))
  })
})
