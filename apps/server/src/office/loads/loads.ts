import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LOAD_BYTES_MAX, LOAD_FILES_MAX, LOAD_PAGE_ROWS } from '@apoderados/contract/office/loads'
import { officeMessages } from '@apoderados/contract/office/officeMessages'
import { isAllowed } from '@apoderados/contract/office/roles'
import { formatDay, todayInChile } from '@apoderados/contract/values/days'
import { undefinedIfMissing } from '@apoderados/core/files/atomicFile'
import type { LoadId } from '@apoderados/core/loads/loadId'
import { loadFolder } from '@apoderados/core/loads/loadJobs'
import {
  correctCell,
  countProblems,
  countSchoolLoads,
  countWrittenRows,
  findBusyLoad,
  insertLoad,
  moveLoad,
  putLoadFile,
  readAllProblems,
  readCause,
  readCauses,
  readLoad,
  readLoadCorrections,
  readLoadFiles,
  readNewsOfLoad,
  readSchoolLoads,
  removeLoadFile,
} from '@apoderados/core/loads/schoolLoads'
import { readTemplateCourses, readTemplateDays } from '@apoderados/core/loads/templateData'
import { readStaffMember } from '@apoderados/core/staff/staffMembers'
import { attendanceBook, gradesBook } from '@apoderados/importer/formats/classBookTemplate'
import { templateBook } from '@apoderados/importer/formats/template'
import { helpFor } from '@apoderados/importer/problemHelp'
import { findMissingAnswers, type LoadAnswers, type LoadReview } from '@apoderados/importer/review'
import { HttpError, notFoundError } from '../../http/errors.ts'
import type { OfficeHandlers, SchoolContext } from '../officeContext.ts'
import { cellOf } from '../register/register.ts'

/** The ids of a request about a load. */
type LoadRequest = { school_id: number; load_id: number }
const loadOf = ({ school_id, load_id }: LoadRequest): LoadId => ({ establishment_id: school_id, load_id })
type FoundLoad = NonNullable<Awaited<ReturnType<typeof readLoad>>>

/** The states in which a delivery takes files, corrections and answers. */
const EDITABLE_STATES = ['uploading', 'problems', 'review', 'failed', 'interrupted'] as const

const conflict = (message: string) => new HttpError(409, message)

/** Returns a load of the school. @throws {HttpError} 404 */
async function findLoad(load: LoadRequest, { db }: SchoolContext): Promise<FoundLoad> {
  const found = await readLoad(db, loadOf(load))
  if (!found || found.state === 'discarded') throw notFoundError()
  return found
}

/** Returns a load that the caller runs and may still change. @throws {HttpError} 404, 403, 409 */
async function findOwnLoad(load: LoadRequest, context: SchoolContext): Promise<FoundLoad> {
  const found = await findLoad(load, context)
  if (found.staff_id !== context.staff_id) throw new HttpError(403, officeMessages.loadOfAnother)
  if (!EDITABLE_STATES.some((state) => state === found.state)) throw conflict(officeMessages.loadIsRunning)
  return found
}

type SummaryRow = Pick<
  FoundLoad,
  | 'id'
  | 'state'
  | 'staff'
  | 'staff_id'
  | 'created_at'
  | 'applied_at'
  | 'undone_at'
  | 'undone_by'
  | 'counts'
  | 'files'
  | 'undo_refusal'
>

function summaryOf(
  { staff_id, counts, created_at, applied_at, undone_at, ...load }: SummaryRow,
  context: SchoolContext,
) {
  const is_own = staff_id === context.staff_id
  const mayUndo = is_own || isAllowed(context.role, 'loads.undo_any')
  return {
    ...load,
    is_own,
    created_at: created_at.toISOString(),
    applied_at: applied_at?.toISOString() ?? null,
    undone_at: undone_at?.toISOString() ?? null,
    rows: countWrittenRows(counts),
    undo_refusal:
      load.undo_refusal ??
      (load.state === 'undoing'
        ? officeMessages.undoIsRunning
        : mayUndo
          ? null
          : officeMessages.undoOfAnother),
  }
}

function shownReview(review: LoadReview | null) {
  if (!review) return null
  const removals = review.removals.map(({ isExcessive, ...question }) => ({
    ...question,
    is_excessive: isExcessive,
  }))
  return { ...review, removals }
}

/** The id of a file in addresses, which have no room for its path. */
const fileIdOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 32)

async function findFile(request: LoadRequest & { file_id: string }, context: SchoolContext) {
  const files = await readLoadFiles(context.db, loadOf(request))
  const file = files.find(({ path }) => fileIdOf(path) === request.file_id)
  if (!file) throw notFoundError()
  return file
}

/** Returns the folder of a load. @throws {HttpError} 503 without a worker */
function folderOf({ loads }: SchoolContext, { load_id }: LoadRequest): string {
  if (!loads) throw new HttpError(503, officeMessages.loadsAreOff)
  return loadFolder(loads.dataDir, load_id)
}

const filePath = (context: SchoolContext, load: LoadRequest, path: string) =>
  join(folderOf(context, load), path)

/** Returns the paths of the files that have arrived, with one reading of each folder: a load may have thousands. */
async function readArrived(folder: string): Promise<Set<string>> {
  const entries = await undefinedIfMissing(readdir(folder, { recursive: true, withFileTypes: true }))
  return new Set(
    entries
      ?.filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  )
}

/**
 * Writes the body of the request to a file, which appears once it is whole: until then its name is hidden, as no
 * delivered file's may be. @throws {HttpError} 400 if it has not the announced size
 */
async function storeUpload({ upload }: SchoolContext, target: string, bytes: number): Promise<void> {
  let received = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      done(null, received > bytes ? undefined : chunk) // what is too much is read, or the response would not arrive
    },
  })
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const arriving = join(dirname(target), `.${basename(target)}`)
  try {
    await pipeline(upload, measure, createWriteStream(arriving, { mode: 0o600 }))
    if (received !== bytes) throw new HttpError(400, officeMessages.wrongFileSize)
    await rename(arriving, target)
  } catch (error) {
    await rm(arriving, { force: true })
    throw error
  }
}

export const loadsHandlers = {
  async getLoadTemplate({ school_id, template }, { db }) {
    const courses = await readTemplateCourses(db, school_id)
    const body = {
      book: () => templateBook({ curso: courses.map(({ code }) => code) }),
      grades: () => gradesBook(courses),
      attendance: async () => {
        const days = await readTemplateDays(db, school_id, todayInChile(new Date()))
        return attendanceBook(courses, days.map(formatDay))
      },
    }[template]
    return {
      content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: await body(),
      file_name: { book: 'libro-vacio.xlsx', grades: 'notas.xlsx', attendance: 'asistencia.xlsx' }[template],
    }
  },

  async listLoads({ school_id, page = 1 }, context) {
    const { db } = context
    const rows = await readSchoolLoads(db, school_id, {
      limit: LOAD_PAGE_ROWS,
      offset: (page - 1) * LOAD_PAGE_ROWS,
    })
    return { loads: rows.map((row) => summaryOf(row, context)), total: await countSchoolLoads(db, school_id) }
  },

  async createLoad({ school_id }, { db, staff_id, loads }) {
    if (!loads) throw new HttpError(503, officeMessages.loadsAreOff)
    const member = await readStaffMember(db, staff_id)
    const load = { establishment_id: school_id, staff_id, staff_name: member?.name ?? '' }
    return { id: await insertLoad(db, load) }
  },

  async getLoad(request, context) {
    const { db } = context
    const load = await findLoad(request, context)
    const review = load.review as LoadReview | null
    const answers = { removals: {}, ...(load.answers as Partial<LoadAnswers>) }
    const [files, arrived, corrections, problems, busy, told] = await Promise.all([
      readLoadFiles(db, loadOf(request)),
      context.loads ? readArrived(folderOf(context, request)) : new Set<string>(),
      readLoadCorrections(db, loadOf(request)),
      countProblems(db, loadOf(request)),
      findBusyLoad(db, loadOf(request)),
      load.applied_at ? readNewsOfLoad(db, loadOf(request)) : { families: 0, news: [] },
    ])
    return {
      ...summaryOf(load, context),
      step: load.step,
      done: load.done,
      total: load.total,
      failure: load.failure,
      is_outdated: load.is_outdated,
      complete: load.complete,
      delivered: files.map(({ path, bytes, sheets, rows }) => ({
        file_id: fileIdOf(path),
        path,
        bytes,
        sheets,
        rows,
        is_uploaded: arrived.has(path),
      })),
      corrections,
      ...problems,
      review: shownReview(review),
      answers,
      missing: review ? findMissingAnswers(review, answers) : [],
      counts: load.counts as Record<string, unknown> | null,
      busy: busy ? { ...busy, since: busy.since.toISOString() } : null,
      told_families: told.families,
      news: told.news.map(({ kind, families, published_at }) => ({
        kind,
        families,
        published_at: new Date(published_at).toISOString(),
      })),
    }
  },

  async addLoadFile({ path, bytes, ...request }, context) {
    const { db } = context
    await findOwnLoad(request, context)
    const others = (await readLoadFiles(db, loadOf(request))).filter((file) => file.path !== path)
    const isTooMuch = others.reduce((sum, file) => sum + file.bytes, bytes) > LOAD_BYTES_MAX
    if (isTooMuch || others.length >= LOAD_FILES_MAX) throw new HttpError(413, officeMessages.tooManyBytes)
    await rm(filePath(context, request, path), { force: true })
    await putLoadFile(db, loadOf(request), { path, bytes })
    await moveLoad(db, loadOf(request), { from: EDITABLE_STATES, state: 'uploading', review: null })
    return { file_id: fileIdOf(path) }
  },

  async uploadLoadFile(request, context) {
    await findOwnLoad(request, context)
    const { path, bytes } = await findFile(request, context)
    await storeUpload(context, filePath(context, request, path), bytes)
    return { success: true, message: officeMessages.fileStored }
  },

  async removeLoadFile(request, context) {
    const { db } = context
    await findOwnLoad(request, context)
    const { path } = await findFile(request, context)
    await rm(filePath(context, request, path), { force: true })
    await removeLoadFile(db, loadOf(request), path)
    await moveLoad(db, loadOf(request), { from: EDITABLE_STATES, state: 'uploading', review: null })
    return { success: true, message: officeMessages.fileRemoved }
  },

  async checkLoad({ complete, ...request }, context) {
    const { db, loads } = context
    await findOwnLoad(request, context)
    const values = { state: 'checking' as const, complete, review: null, answers: {} }
    if (!(await moveLoad(db, loadOf(request), { from: EDITABLE_STATES, ...values })))
      throw conflict(officeMessages.loadIsRunning)
    loads?.wake()
    return { success: true, message: officeMessages.loadQueued }
  },

  async cancelLoad(request, context) {
    const load = await findLoad(request, context)
    if (load.staff_id !== context.staff_id) throw new HttpError(403, officeMessages.loadOfAnother)
    if (!(await moveLoad(context.db, loadOf(request), { from: ['checking'], state: 'uploading' })))
      throw conflict(officeMessages.loadNotChecking)
    return { success: true, message: officeMessages.loadCancelled }
  },

  async listLoadProblems(request, context) {
    await findLoad(request, context)
    const causes = await readCauses(context.db, loadOf(request))
    return { causes: causes.map((cause) => ({ ...cause, help: helpFor(cause.message) })) }
  },

  async getLoadCause({ cause, page = 1, ...request }, context) {
    await findLoad(request, context)
    const range = { limit: LOAD_PAGE_ROWS, offset: (page - 1) * LOAD_PAGE_ROWS }
    return readCause(context.db, loadOf(request), cause, range)
  },

  async correctLoadCell({ file, line, position, value, ...request }, context) {
    await findOwnLoad(request, context)
    if (!(await correctCell(context.db, loadOf(request), { file, line, position, value })))
      throw notFoundError()
    return { success: true, message: officeMessages.cellCorrected }
  },

  async exportLoadProblems(request, context) {
    await findLoad(request, context)
    const header = ['tipo', 'archivo', 'fila', 'columna', 'problema', 'se esperaba']
    const problems = await readAllProblems(context.db, loadOf(request))
    const lines = problems.map(({ is_warning, file, line, column, message, expected }) => [
      is_warning ? 'aviso' : 'error',
      file,
      line === null ? '' : String(line),
      column ?? '',
      message,
      expected ?? '',
    ])
    const csv = [header, ...lines].map((cells) => cells.map(cellOf).join(';')).join('\r\n')
    return {
      content_type: 'text/csv; charset=utf-8',
      body: Buffer.from(`\uFEFF${csv}\r\n`),
      file_name: 'errores.csv',
    }
  },

  async answerLoad({ removals, emails, ...request }, context) {
    const { db } = context
    const { review } = await findOwnLoad(request, context)
    if (!review) throw conflict(officeMessages.noReview)
    const answers = { removals, ...(emails && { emails }) }
    await moveLoad(db, loadOf(request), { from: ['review'], state: 'review', answers })
    return { missing: findMissingAnswers(review as LoadReview, answers as LoadAnswers) }
  },

  async applyLoad(request, context) {
    const { db, loads } = context
    const { review, answers } = await findOwnLoad(request, context)
    if (!review) throw conflict(officeMessages.noReview)
    const [missing] = findMissingAnswers(review as LoadReview, {
      removals: {},
      ...(answers as Partial<LoadAnswers>),
    })
    if (missing !== undefined) throw conflict(`Falta responder: ${missing}`)
    if (!(await moveLoad(db, loadOf(request), { from: ['review'], state: 'applying' })))
      throw conflict(officeMessages.loadIsRunning)
    loads?.wake()
    return { success: true, message: officeMessages.loadQueued }
  },

  async discardLoad(request, context) {
    await findOwnLoad(request, context)
    const { db } = context
    if (
      !(await moveLoad(db, loadOf(request), {
        from: EDITABLE_STATES,
        state: 'discarded',
        review: null,
        answers: {},
      }))
    )
      throw conflict(officeMessages.loadIsRunning)
    await rm(folderOf(context, request), { recursive: true, force: true })
    return { success: true, message: officeMessages.loadDiscarded }
  },

  async undoLoad(request, context) {
    const { db, loads, role, staff_id } = context
    const load = await findLoad(request, context)
    if (load.staff_id !== staff_id && !isAllowed(role, 'loads.undo_any'))
      throw new HttpError(403, officeMessages.undoOfAnother)
    if (load.undo_refusal !== null) throw conflict(`No se puede deshacer: ${load.undo_refusal}.`)
    const member = await readStaffMember(db, staff_id)
    const undoer = { undone_by: member?.name ?? null, undone_by_id: staff_id }
    if (!loads || !(await moveLoad(db, loadOf(request), { from: ['done'], state: 'undoing', ...undoer })))
      throw conflict(officeMessages.loadIsRunning)
    loads.wake()
    return { success: true, message: officeMessages.loadQueued }
  },
} satisfies Partial<OfficeHandlers>
