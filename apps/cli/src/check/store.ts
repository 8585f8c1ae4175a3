import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomId } from '@apoderados/core/secrets/keys'
import type { Config } from '@apoderados/server/config'
import { createFiles } from '@apoderados/server/storage/files'
import { type Finding, failure, success, warning } from './finding.ts'

type StoreSettings = Pick<Config, 'dataDir' | 'bucket'>

/** Checks the file store by writing, reading and removing a file. */
export async function checkStore(settings: StoreSettings): Promise<Finding> {
  const files = createFiles(settings)
  const id = randomId()
  const bytes = Buffer.from(`prueba ${id}`)
  await files.write(id, bytes)
  const read = await files.read(id)
  await files.remove(id)
  const remaining = await files.read(id)
  const where = settings.bucket ? 'El almacén de STORAGE_URL' : 'La carpeta de DATA_DIR'
  if (!read?.equals(bytes)) return failure(`${where} no devuelve lo que se escribió.`)
  return remaining
    ? failure(`${where} no borra lo que se le pide.`)
    : success(`${where} escribe, lee y borra.`)
}

const GIB = 1024 ** 3
const FREE_BYTES_MIN = GIB
const FREE_SHARE_MIN = 0.1

/** Returns the bytes on the disk of `path`; if the folder is missing, of its nearest existing parent. */
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

export function findingOfSpace({ free, total }: { free: number; total: number }): Finding {
  const text = `${(free / GIB).toFixed(1)} GB libres de ${(total / GIB).toFixed(1)} donde está DATA_DIR.`
  if (free < FREE_BYTES_MIN) return failure(`${text} Haga lugar ya.`)
  return free / total < FREE_SHARE_MIN ? warning(`${text} Haga lugar.`) : success(text)
}

export const checkDisk = async ({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding> =>
  findingOfSpace(await spaceOf(dataDir))
