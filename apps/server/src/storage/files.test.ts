import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FilePart, Files } from '@apoderados/database/files/fileStore'
import { randomId } from '@apoderados/database/secrets/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits, readConfig } from '../config.ts'
import { type BucketServer, startBucketServer } from '../testing/storage/bucketServer.ts'
import { createFileBody, createFiles } from './files.ts'

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'apoderados-files-'))
  folders.push(folder)
  return folder
}
let bucketServer: BucketServer
beforeAll(async () => {
  bucketServer = await startBucketServer()
})
afterAll(async () => {
  await bucketServer.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const createFilesInFolder = async () => createFiles({ dataDir: await newFolder() })
const createFilesInBucket = async (url = bucketServer.url()) =>
  createFiles({ dataDir: '/nowhere', bucket: readConfig({ STORAGE_URL: url }).bucket })

async function listIds(files: Files): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of files.list()) ids.push(id)
  return ids.sort()
}

describe.each([
  ['a folder', createFilesInFolder],
  ['a bucket', createFilesInBucket],
])('files in %s', (_, open) => {
  it('are returned as written, also after an overwrite, until they are removed', async () => {
    const files = await open()
    await files.prepare()
    const id = randomId()
    expect(await files.read(id)).toBeUndefined()
    await files.write(id, Buffer.from([0, 255, 10, 13, 0]))
    expect(await files.read(id)).toEqual(Buffer.from([0, 255, 10, 13, 0]))
    await files.write(id, Buffer.from('otra'))
    expect((await files.read(id))?.toString()).toBe('otra')
    await files.remove(id)
    expect(await files.read(id)).toBeUndefined()
    await files.remove(id)
  })

  it('may be large or empty', async () => {
    const files = await open()
    const [large, empty] = [randomId(), randomId()]
    const bytes = Buffer.alloc(20 * 2 ** 20, 'abc')
    await files.write(large, bytes)
    await files.write(empty, new Uint8Array())
    expect((await files.read(large))?.equals(bytes)).toBe(true)
    expect(await files.read(empty)).toEqual(Buffer.alloc(0))
  })

  it('are read in parts if they are large, and never mixed with another file', async () => {
    const files = await open()
    const id = randomId()
    const bytes = Buffer.alloc(2.5 * limits.filePartBytes, 'abc')
    await files.write(id, bytes)
    const first = (await files.readPart(id, 0)) as FilePart
    const parts = () => buffer((createFileBody(files, id, first) as { parts: AsyncIterable<Buffer> }).parts)
    expect((await parts()).equals(bytes)).toBe(true)
    await files.write(id, bytes.subarray(1))
    await expect(parts()).rejects.toThrow('changed')
    await files.remove(id)
    await expect(parts()).rejects.toThrow('changed')
  })

  it('are listed with their modification time', async () => {
    const files = await open()
    expect(await listIds(files)).toEqual([])
    const before = Date.now()
    const ids = [randomId(), randomId(), randomId()].sort()
    await Promise.all(ids.map((id) => files.write(id, Buffer.from(id))))
    expect(await listIds(files)).toEqual(ids)
    for await (const { modified } of files.list()) {
      expect(Math.abs(modified.getTime() - before)).toBeLessThan(60_000)
    }
  })

  it.each([
    '',
    '../secret-key',
    'a/b',
    'ABCDEF',
    `${'a'.repeat(32)}/..`,
    'ñ'.repeat(32),
    `${'a'.repeat(31)}.`,
  ])('have only ids as names: %j is refused', async (name) => {
    const files = await open()
    await expect(files.read(name)).rejects.toThrow('not the id of a file')
    await expect(files.readPart(name, 0)).rejects.toThrow('not the id of a file')
    await expect(files.write(name, Buffer.from('x'))).rejects.toThrow('not the id of a file')
    await expect(files.remove(name)).rejects.toThrow('not the id of a file')
  })
})

/** True if `folder` has a file of less than `size` bytes, except drafts in `leftovers`, left by killed processes. */
async function isHalfWritten(folder: string, leftovers: Set<string>, size: number): Promise<boolean> {
  const isDraftLeft = (name: string) => name.includes('.') && leftovers.has(name)
  const names = (await readdir(folder)).filter((name) => !isDraftLeft(name))
  const found = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => undefined)))
  return found.some((entry) => entry !== undefined && entry.size < size)
}

describe('files in a folder', () => {
  it('have paths that are readable by this user only', async () => {
    const dataDir = await newFolder()
    const files = createFiles({ dataDir })
    const [old, young] = [randomId(), randomId()]
    await mkdir(join(dataDir, 'files'), { mode: 0o700 })
    await writeFile(join(dataDir, 'files', old), 'antes')
    expect((await files.read(old))?.toString()).toBe('antes')
    await rm(join(dataDir, 'files'), { recursive: true })
    await files.write(young, Buffer.from('x'))
    expect((await stat(join(dataDir, 'files'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'files', young))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(dataDir, 'files'))).toEqual([young])
  })

  it('are complete even if the process that writes them is killed', { tags: 'processes' }, async () => {
    const dataDir = await newFolder()
    const files = createFiles({ dataDir })
    const [id, size] = [randomId(), 32 * 2 ** 20]
    await files.write(id, Buffer.alloc(size, 1))
    const script = `import { createFiles } from '${new URL('./files.ts', import.meta.url)}'
      const files = createFiles({ dataDir: '${dataDir}' })
      for (;;) await files.write('${id}', Buffer.alloc(${size}, 2))`
    for (let round = 0; round < 3; round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script])
      const before = new Set(await readdir(join(dataDir, 'files')))
      while (!(await isHalfWritten(join(dataDir, 'files'), before, size))) expect(child.exitCode).toBeNull()
      child.kill('SIGKILL')
      await once(child, 'exit')
      const bytes = (await files.read(id)) as Buffer
      expect(bytes.equals(Buffer.alloc(size, bytes[0]))).toBe(true)
    }
    expect(await listIds(files)).toEqual([id])
  })

  it('leave no temporary file for longer than a day', async () => {
    const dataDir = await newFolder()
    const files = createFiles({ dataDir })
    await files.prepare()
    const [old, young] = [`${randomId()}.${randomId()}`, `${randomId()}.${randomId()}`]
    for (const draft of [old, young]) await writeFile(join(dataDir, 'files', draft), 'medio')
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
    await utimes(join(dataDir, 'files', old), twoDaysAgo, twoDaysAgo)
    expect(await listIds(files)).toEqual([])
    await files.prepare()
    expect(await readdir(join(dataDir, 'files'))).toEqual([young])
  })

  it('do not load the modules of the bucket', async () => {
    const script = `import { createRequire } from 'node:module'
      import { createFiles } from '${new URL('./files.ts', import.meta.url)}'
      const files = createFiles({ dataDir: '${await newFolder()}' })
      await files.write('${randomId()}', Buffer.from('x'))
      const loaded = Object.keys(createRequire(import.meta.url).cache)
      console.log(loaded.filter((path) => path.includes('aws-sdk')).length)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    const [childOutput] = await once(child.stdout.setEncoding('utf8'), 'data')
    expect(childOutput).toBe('0\n')
  })
})
