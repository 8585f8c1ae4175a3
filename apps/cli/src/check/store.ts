import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomId } from '@apoderados/database/secrets/keys'
import type { Config } from '@apoderados/server/config'
import { createFiles } from '@apoderados/server/storage/files'
import { type Finding, failure, good, warning } from './finding.ts'

type Settings = Pick<Config, 'dataDir' | 'bucket'>

/** A file of its own is written, read and removed. */
export async function lookAtStore(settings: Settings): Promise<Finding> {
  const files = createFiles(settings)
  const id = randomId()
  const bytes = Buffer.from(`prueba ${id}`)
  await files.write(id, bytes)
  const read = await files.read(id)
  await files.remove(id)
  const left = await files.read(id)
  const where = settings.bucket ? 'El almacén de STORAGE_URL' : 'La carpeta de DATA_DIR'
  if (!read?.equals(bytes)) return failure(`${where} no devuelve lo que se escribió.`)
  return left ? failure(`${where} no borra lo que se le pide.`) : good(`${where} escribe, lee y borra.`)
}

const GIB = 1024 ** 3
const FREE_LEAST = GIB
const FREE_SHARE_LEAST = 0.1

/** Of the disk under `path`, or under what is there of it. */
async function spaceOf(path: string): Promise<{ free: number; total: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing || dirname(path) === path) throw error
    return spaceOf(dirname(path))
  }
}

export function judgeSpace({ free, total }: { free: number; total: number }): Finding {
  const text = `${(free / GIB).toFixed(1)} GB libres de ${(total / GIB).toFixed(1)} donde está DATA_DIR.`
  if (free < FREE_LEAST) return failure(`${text} Haga lugar ya.`)
  return free / total < FREE_SHARE_LEAST ? warning(`${text} Haga lugar.`) : good(text)
}

export const lookAtDisk = async ({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> =>
  judgeSpace(await spaceOf(dataDir))
