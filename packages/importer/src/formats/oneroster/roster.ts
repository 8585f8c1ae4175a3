import type { Batch } from '../../sheetRecords.ts'
import { readRows } from '../sheetTable.ts'
import { keyOf } from '../sheetText.ts'
import { readEnrollments } from './rosterEnrollments.ts'
import { type FileName, type RosterFiles, unusedFiles } from './rosterFiles.ts'
import { readAssessments, readGrades } from './rosterGrades.ts'
import { createIndex } from './rosterIndex.ts'
import { readLinks } from './rosterLinks.ts'
import { createOutput } from './rosterOutput.ts'
import { readPeople } from './rosterPeople.ts'
import { type Roster, sheetsOfFile } from './rosterRows.ts'
import { readSchools } from './rosterSchools.ts'
import { readSubjects } from './rosterSubjects.ts'

/** The files without which nothing can be shown to families. */
const REQUIRED_FILES = ['orgs', 'classes', 'users', 'enrollments'] as const

/** Whether the manifest states for any file the mode 'delta', which means only changes, and not 'bulk' or 'absent'. */
async function announcesChanges({ files, report, counterFor }: Roster): Promise<boolean> {
  const manifest = files.get('manifest')
  if (!manifest) return false
  const { sheet, header } = manifest
  let hasDelta = false
  for await (const rows of readRows(sheet, { header, report, onProgress: counterFor(sheet) }))
    hasDelta ||= rows.some(({ cells }) => keyOf(cells[1] ?? '') === 'delta')
  return hasDelta
}

/**
 * Returns false, after a reported problem, if the set lacks a required file or contains only changes. An import of such
 * a set would end all enrollments and links that the set lacks.
 */
async function isComplete(roster: Roster): Promise<boolean> {
  const { files, report } = roster
  const hasOnlyChanges = await announcesChanges(roster)
  const file = (files.get('manifest') ?? [...files.values()][0])?.sheet.file ?? ''
  if (hasOnlyChanges)
    report.problem({
      file,
      message: 'trae solo cambios (delta)',
      expected: 'una exportación completa (bulk)',
    })
  const missing = REQUIRED_FILES.filter((name) => !files.has(name))
  for (const name of missing) report.problem({ file, message: `falta el archivo ${name}.csv` })
  return !hasOnlyChanges && missing.length === 0
}

function reportUnused({ files, report }: Roster): void {
  for (const name of unusedFiles) {
    const file = files.get(name)?.sheet.file
    if (file)
      report.warning({ file, message: 'la aplicación no tiene lugar para estos datos: no se importan' })
  }
}

/** The readers of the files. Each yields the batches that are full, and depends only on those before it. */
const readers = [
  readSchools,
  readPeople,
  readEnrollments,
  readLinks,
  readAssessments,
  readGrades,
  readSubjects,
]

/** Reads a OneRoster set. */
export async function* readRoster(
  files: RosterFiles,
  reading: Pick<Roster, 'requested' | 'report' | 'counterFor'>,
): AsyncGenerator<Batch> {
  const roster = {
    ...reading,
    files,
    unread: new Set<FileName>(),
    index: createIndex(),
    output: createOutput(),
  }
  reportUnused(roster)
  if (!(await isComplete(roster))) {
    for (const sheet of Object.values(sheetsOfFile).flat()) roster.report.leftOut(sheet, null)
    return
  }
  for (const read of readers) {
    yield* read(roster)
    yield* roster.output.rest()
  }
}
