import type { Report } from '../../problems.ts'
import type { Batch } from '../../sheetRecords.ts'
import type { RequestedScope } from '../reader.ts'
import type { Progress } from '../readProgress.ts'
import { readRows } from '../sheetTable.ts'
import { keyOf } from '../sheetText.ts'
import { readEnrollments } from './rosterEnrollments.ts'
import { type FileName, type RosterFiles, unusedFiles } from './rosterFiles.ts'
import { readGrades } from './rosterGrades.ts'
import { createIndex } from './rosterIndex.ts'
import { readLinks } from './rosterLinks.ts'
import { readPeople } from './rosterPeople.ts'
import { type RosterSource, sheetsOfFile } from './rosterRows.ts'
import { readSchools } from './rosterSchools.ts'
import { readSubjects } from './rosterSubjects.ts'

/** The files without which nothing can be shown to families. */
const REQUIRED_FILES = ['orgs', 'classes', 'users', 'enrollments'] as const

/** Reads the mode of each file from the manifest: 'bulk', 'delta' or 'absent'. */
async function readManifest({
  files,
  requested,
  report,
  progress,
}: RosterSource): Promise<Map<string, string>> {
  const manifest = files.get('manifest')
  const announced = new Map<string, string>()
  if (!manifest) return announced
  const { sheet, header } = manifest
  const reading = { header, requested, report, onProgress: progress.counterFor(sheet) }
  for await (const rows of readRows(sheet, reading)) {
    for (const { cells } of rows) announced.set(keyOf(cells[0] ?? ''), keyOf(cells[1] ?? ''))
  }
  return announced
}

/**
 * Returns false, after a reported problem, if the set lacks a required file or contains only changes. An import of such
 * a set would end all enrollments and links that the set lacks.
 */
async function isComplete(source: RosterSource): Promise<boolean> {
  const { files, report } = source
  const announced = await readManifest(source)
  const first = [...files.values()][0]
  const file = files.get('manifest')?.sheet.file ?? first?.sheet.file ?? ''
  const deltas = [...announced].filter(([, mode]) => mode === 'delta').map(([name]) => name)
  if (deltas.length > 0)
    report.problem({
      file,
      message: 'trae solo cambios (delta)',
      expected: 'una exportación completa (bulk)',
    })
  const missing = REQUIRED_FILES.filter((name) => !files.has(name))
  for (const name of missing) report.problem({ file, message: `falta el archivo ${name}.csv` })
  return deltas.length + missing.length === 0
}

function reportUnused(files: RosterFiles, report: Report): void {
  for (const name of unusedFiles) {
    const file = files.get(name)?.sheet.file
    if (file)
      report.warning({ file, message: 'la aplicación no tiene lugar para estos datos: no se importan' })
  }
}

/** Reads a OneRoster set. */
export async function* readRoster(
  files: RosterFiles,
  requested: RequestedScope,
  report: Report,
  progress: Progress,
): AsyncGenerator<Batch> {
  const source = { files, requested, report, progress, unread: new Set<FileName>() }
  reportUnused(files, report)
  if (!(await isComplete(source))) {
    for (const sheet of Object.values(sheetsOfFile).flat()) report.leftOut(sheet, null)
    return
  }
  const index = createIndex()
  yield* readSchools(source, index)
  yield* readPeople(source, index)
  yield* readEnrollments(source, index)
  yield* readLinks(source, index)
  yield* readGrades(source, index)
  yield* readSubjects(source, index)
}
