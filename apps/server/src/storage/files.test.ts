import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FilePart, Files } from '@apoderados/core/files/fileStore'
import { randomId } from '@apoderados/core/secrets/keys'
import { type BucketServer, startBucketServer } from '@apoderados/testing/storage/bucketServer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits, readConfig } from '../config.ts'
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

  it('may be large or empty', { tags: 'long' }, async () => {
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
})
