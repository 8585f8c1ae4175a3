import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { withClient } from '@apoderados/server/testing/client'
import { newFolder } from '@apoderados/server/testing/database/backups'
import { useServer } from '@apoderados/server/testing/testServer'
import { expect, it } from 'vitest'
import { backUpBeforeChange, newBackupName, pruneBackups, removeOldPreChangeBackups } from './keptBackups.ts'

const server = useServer()

it('prunes backups of more than 35 days except the three newest, and the housekeeping removes those too', async () => {
  const dataDir = await newFolder()
  const folder = join(dataDir, 'backups')
  await mkdir(folder)
  const names = [...[36, 37, 38, 39], 34].map((days) => {
    const then = new Date(Date.now() - days * 86_400_000)
    return { then, name: newBackupName().replace(/\d{4}-\d\d-\d\d/, then.toISOString().slice(0, 10)) }
  })
  for (const { then, name } of names) {
    await writeFile(join(folder, name), '')
    await utimes(join(folder, name), then, then)
  }
  const newestBackup = await withClient(server().url, (client) => backUpBeforeChange(client, dataDir))
  expect(await readdir(folder)).toHaveLength(names.length + 1)
  await pruneBackups(folder)
  const [thirtySix, , , , thirtyFour] = names.map(({ name }) => name)
  expect((await readdir(folder)).sort()).toEqual([thirtySix, thirtyFour, basename(newestBackup)].sort())
  await removeOldPreChangeBackups(dataDir)
  expect((await readdir(folder)).sort()).toEqual([thirtyFour, basename(newestBackup)].sort())
})
