import { mkdtemp, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeOldFiles, writeFileAtomic } from './atomicFile.ts'

const newFolder = () => mkdtemp(join(tmpdir(), 'apoderados-whole-'))

describe('a file that is written atomically', () => {
  it('has no name until it is complete, and is then readable by this user only', async () => {
    const folder = await newFolder()
    const path = join(folder, 'a.txt')
    const seen = await writeFileAtomic(path, async (file) => {
      file.write('uno ')
      const names = await readdir(folder)
      await new Promise<void>((resolve) => file.end('dos', resolve))
      return names
    })
    expect(seen).not.toContain('a.txt')
    expect(await readdir(folder)).toEqual(['a.txt'])
    expect(await readFile(path, 'utf8')).toBe('uno dos')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('leaves no file after a failed write, and does not replace one that was created meanwhile', async () => {
    const folder = await newFolder()
    const path = join(folder, 'a.txt')
    const failing = async () => {
      throw new Error('full')
    }
    await expect(writeFileAtomic(path, failing)).rejects.toThrow('full')
    expect(await readdir(folder)).toEqual([])
    const lateWrite = writeFileAtomic(path, () => writeFile(path, 'otro'))
    await expect(lateWrite).rejects.toMatchObject({ code: 'EEXIST' })
    expect([await readdir(folder), await readFile(path, 'utf8')]).toEqual([['a.txt'], 'otro'])
  })

  it('is removed when it is old, except unrelated files', async () => {
    const folder = await newFolder()
    const put = async (name: string, days: number) => {
      const then = new Date(Date.now() - days * 86_400_000)
      await writeFile(join(folder, name), '')
      await utimes(join(folder, name), then, then)
    }
    await put('a.tar', 36)
    await put('b.tar', 34)
    await put('c.tar.17.partial', 2)
    await put('d.tar.18.partial', 0)
    await put('notes.txt', 400)
    await removeOldFiles(folder, (name) => /^[a-z]\.tar$/.test(name), 35)
    expect((await readdir(folder)).sort()).toEqual(['b.tar', 'd.tar.18.partial', 'notes.txt'])
  })
})
