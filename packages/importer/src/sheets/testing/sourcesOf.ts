import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Problem } from '../../problems.ts'
import { openSources } from '../open.ts'
import { type Row, type Sheet, UnreadableFileError } from '../sheet.ts'

/** The contents of files by their paths. */
export type FileContents = Record<string, string | Buffer>

/** Creates a folder with these files, which is removed at the end of the test. */
export async function createFolder(files: FileContents = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sheets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** A sheet that was read to its end or to a problem; `behind` is the number of its bytes that were read. */
export type ReadSheet = {
  file: string
  name: string
  rows: Row[]
  cells: string[][]
  behind: number
  bytes: number
}

/** Reads the first batch, as the import does to recognise a sheet before it reads the rows. */
async function readFirstBatch(sheet: Sheet): Promise<void> {
  try {
    for await (const _ of sheet.rows()) break
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
  }
}

/** Reads the sheets and attachments at these paths to their end. An unreadable sheet is a problem, as in an import. */
export async function readSources(...paths: string[]) {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const report = {
    problem: (found: Problem) => problems.push(found),
    warning: (found: Problem) => warnings.push(found),
    leftOut() {},
  }
  const sources = await openSources(paths, report)
  const sheets: ReadSheet[] = []
  for (const sheet of sources.sheets) {
    await readFirstBatch(sheet)
    const { file, name, bytes } = sheet
    const read: ReadSheet = { file, name, bytes, rows: [], cells: [], behind: 0 }
    sheets.push(read)
    try {
      for await (const batch of sheet.rows((behind) => (read.behind = behind))) read.rows.push(...batch)
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error
      problems.push(error.toProblem())
    }
    read.cells = read.rows.map(({ cells }) => cells)
  }
  const attachments = await Promise.all(
    sources.attachments.map(async ({ path, bytes, read }) => ({
      path,
      bytes,
      content: await read().catch(unreadableMessage),
    })),
  )
  await sources.close()
  return { sheets, attachments, problems, warnings }
}

function unreadableMessage(error: unknown): string {
  if (error instanceof UnreadableFileError) return error.message
  throw error
}

/** Reads the sheets of a file with that name and content; `cells` and `rows` are those of its first sheet. */
export async function readAsFile(name: string, content: string | Buffer) {
  const folder = await createFolder({ [name]: content })
  const { sheets, problems, warnings } = await readSources(join(folder, name))
  return { sheets, problems, warnings, cells: sheets[0]?.cells ?? [], rows: sheets[0]?.rows ?? [] }
}
