import type { FileResponse } from '@apoderados/contract/calls/api'
import { type ListTable, readCourseList, readCoursePeriods } from '@apoderados/core/documents/courseLists'
import { writeBook } from '@apoderados/importer/formats/workbookWriter'
import { notFoundError } from '../../http/errors.ts'
import type { OfficeHandlers } from '../officeContext.ts'
import { auditDocument } from './documents.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const NAME_COLUMN = 1
const isMark = (text: string) => /^\d,\d$/.test(text)

/** Returns a workbook of one sheet; marks and numbers are numbers. */
function workbookOf({ title, head, rows }: ListTable): Promise<Buffer> {
  const cellOf = (text: string, at: number) => {
    if (at !== NAME_COLUMN && (isMark(text) || /^\d{1,3}$/.test(text)))
      return {
        type: Number,
        value: Number(text.replace(',', '.')),
        ...(isMark(text) && { format: '0.0' }),
      }
    return { type: String, value: text }
  }
  const data = [
    head.map((value) => ({ type: String, value, fontWeight: 'bold' as const })),
    ...rows.map((row) => row.map(cellOf)),
  ]
  const columns = head.map((text, at) => ({ width: at === NAME_COLUMN ? 40 : Math.max(6, text.length) }))
  const sheet = title.replace(/[\\/?*:[\]]/g, ' ').slice(0, 31)
  return writeBook([{ sheet, data, columns, stickyRowsCount: 1, validations: [] }])
}

/** The library for PDF is loaded only when somebody downloads a list. */
async function fileOf(list: ListTable, format: 'pdf' | 'xlsx'): Promise<FileResponse> {
  const file_name = `${list.title}.${format}`
  if (format === 'xlsx') return { content_type: XLSX, body: await workbookOf(list), file_name }
  const { printList } = await import('@apoderados/core/documents/printList')
  return { content_type: 'application/pdf', body: await printList(list), file_name }
}

export const courseListsHandlers = {
  async getCourseListChoices(request, { db }) {
    const periods = await readCoursePeriods(db, request)
    if (!periods) throw notFoundError()
    return { periods }
  },

  async getCourseList({ format, school_id, course_id, ...choice }, context) {
    const { db } = context
    const list = await readCourseList(db, { school_id, course_id }, choice)
    if (!list) throw notFoundError()
    await auditDocument(db, 'course_list_exported', school_id, context, { about: list.title, format })
    return fileOf(list, format)
  },
} satisfies Partial<OfficeHandlers>
