import { mkdir, readdir } from 'node:fs/promises'
import { chileanNumber, counted } from '@apoderados/importer/counted'
import { explain } from '@apoderados/importer/explain'
import { type SetCounts, type SetOptions, writeSet } from '@apoderados/school-data/sheets/set'
import { readOptions, usage } from './generate/options.ts'
import { handleOutputErrors } from './terminal/output.ts'
import { UsageError } from './terminal/usageError.ts'

const EXIT_CODE_MISUSE = 2

/** Creates the folder. @throws {UsageError} if it is not empty, so that no files are overwritten */
async function prepareFolder({ folder }: SetOptions): Promise<void> {
  await mkdir(folder, { recursive: true })
  const entries = await readdir(folder)
  if (entries.length > 0) throw new UsageError(`--to: la carpeta ${folder} no está vacía; indique otra`)
}

function printSummary({ folder, schools }: SetOptions, counts: SetCounts, seconds: number): void {
  const { photos, documents, ...rows } = counts
  const total = Object.values(rows).reduce((sum, count) => sum + count)
  for (const [sheet, count] of Object.entries(rows)) {
    console.log(
      `${`${sheet}.csv`.padEnd(20)} ${chileanNumber(count).padStart(12)} ${count === 1 ? 'fila' : 'filas'}`,
    )
  }
  const inAll = `${counted(total, 'fila', 'filas')} de ${counted(schools, 'colegio', 'colegios')}`
  const files =
    photos + documents > 0
      ? `, fotos: ${chileanNumber(photos)}, documentos: ${chileanNumber(documents)},`
      : ''
  const pace = `${counted(Math.round(total / seconds), 'fila', 'filas')} por segundo`
  console.log(`${inAll}${files} en ${folder}: ${seconds.toFixed(1).replace('.', ',')} s, ${pace}`)
}

handleOutputErrors()
try {
  const options = readOptions(process.argv.slice(2))
  if (!options) console.log(usage)
  else {
    const start = performance.now()
    await prepareFolder(options)
    printSummary(options, await writeSet(options), (performance.now() - start) / 1000)
  }
} catch (error) {
  const isMisuse = error instanceof UsageError
  console.error(isMisuse ? `${error.message}\n\n${usage}` : explain(error))
  process.exitCode = isMisuse ? EXIT_CODE_MISUSE : 1
}
