import { marksIn } from './marks.ts'

export type Fields = Record<string, string>
/** The expected status of an answer and all marks that it must contain. */
export type Expected = { status: 200 | 401 | 404; marks: Set<string> }

export const NOT_FOUND: Expected = { status: 404, marks: new Set() }
export const shows = (...cells: unknown[]): Expected => ({
  status: 200,
  marks: marksIn(JSON.stringify(cells)),
})
