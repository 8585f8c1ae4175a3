import type { Batch } from '../../sheetRecords.ts'
import { readRows } from '../sheetTable.ts'
import { normalizeName } from '../sheetText.ts'
import { readEnrollments } from './rosterEnrollments.ts'
import { type RosterFileName, type RosterFiles, unusedFiles } from './rosterFiles.ts'
import { readAssessments, readGrades } from './rosterGrades.ts'
import { createRosterIndex } from './rosterIndex.ts'
import { readLinks } from './rosterLinks.ts'
import { createRosterOutput } from './rosterOutput.ts'
import { readPeople } from './rosterPeople.ts'
import { type Roster, sheetsOfFile } from './rosterRows.ts'
import { readSchools } from './rosterSchools.ts'
import { readSubjects } from './rosterSubjects.ts'

/** The files without which nothing can be shown to families. */
const REQUIRED_FILES = ['orgs', 'classes', 'users', 'enrollments'] as const

/** Whether the manifest gives a file the mode 'delta': such a file contains only changes. */
async function manifestHasDelta({ files, report, counterFor }: Roster): Promise<boolean> {
  const manifest = files.get('manifest')
  if (!manifest) return false
  const { sheet, header } = manifest
  let hasDelta = false
  for await (const rows of readRows(sheet, { header, report, onProgress: counterFor(sheet) }))
    hasDelta ||= rows.some(({ cells }) => normalizeName(cells[1] ?? '') === 'delta')
  return hasDelta
}

/**
 * Returns false, after a reported problem, if the set lacks a required file or has a file with only changes. An import
 * of such a set would end the enrollments and links that it lacks.
 */
async function isComplete(roster: Roster): Promise<boolean> {
  const { files, report } = roster
  const hasOnlyChanges = await manifestHasDelta(roster)
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

function reportUnusedFiles({ files, report }: Roster): void {
  for (const name of unusedFiles) {
    const file = files.get(name)?.sheet.file
    if (file)
      report.warning({ file, message: 'la aplicación no tiene lugar para estos datos: no se importan' })
  }
}

/** The readers of the files, in an order in which each finds what it needs in the index. Each yields full batches. */
const rosterReaders = [
  readSchools,
  readPeople,
  readEnrollments,
  readLinks,
  readAssessments,
  readGrades,
  readSubjects,
]

/** Yields the records of a OneRoster set, in batches; none, after a reported problem, if the set is not complete. */
export async function* readRoster(
  files: RosterFiles,
  reading: Pick<Roster, 'requested' | 'report' | 'counterFor'>,
): AsyncGenerator<Batch> {
  const roster = {
    ...reading,
    files,
    unread: new Set<RosterFileName>(),
    index: createRosterIndex(),
    output: createRosterOutput(),
  }
  reportUnusedFiles(roster)
  if (!(await isComplete(roster))) {
    for (const sheet of Object.values(sheetsOfFile).flat()) roster.report.leftOut(sheet, null)
    return
  }
  for (const read of rosterReaders) {
    yield* read(roster)
    yield* roster.output.rest()
  }
}
