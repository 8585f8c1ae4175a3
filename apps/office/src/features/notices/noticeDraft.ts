import type { OfficeRequestOf, OfficeResponseOf } from '@apoderados/contract/office/officeApi'

export type Notice = OfficeResponseOf<'getNotice'>
export type NoticeFile = Notice['files'][number]
type SaveRequest = OfficeRequestOf<'saveNotice'>
/** What the form holds: that of the request, with documents and families by name. */
export type Draft = Omit<
  SaveRequest,
  'school_id' | 'notice_id' | 'changed_at' | 'file_ids' | 'student_ids'
> & {
  files: NoticeFile[]
  students: Notice['students']
}

export const draftOf = (notice: Notice): Draft => ({
  title: notice.title,
  body: notice.body,
  files: notice.files,
  audience: notice.audience,
  levels: notice.levels,
  course_ids: notice.course_ids,
  students: notice.students,
  asks_receipt: notice.asks_receipt,
  send_at: notice.send_at,
  ends_on: notice.ends_on,
})

export const requestOf = ({ files, students, ...draft }: Draft) => ({
  ...draft,
  file_ids: files.map(({ file_id }) => file_id),
  student_ids: students.map(({ id }) => id),
})

/** Returns the time on the wall at the school, as an input of the type datetime-local has it. */
export function wallTimeOf(moment: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return format.format(new Date(moment)).replace(' ', 'T')
}

/** Returns the moment at which the school's clocks show this time; undefined for an incomplete one. */
export function momentOf(wallTime: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const offset = Date.parse(`${wallTimeOf(new Date(asUtc).toISOString(), timeZone)}Z`) - asUtc
  return new Date(asUtc - offset).toISOString()
}
