import { markersIn } from './markers.ts'

export type Fields = Record<string, string>
/** The expected status of an answer and all markers of the test data (markers.ts) that it must contain. */
export type Expected = { status: 200 | 401 | 404; markers: Set<string> }

export const NOT_FOUND: Expected = { status: 404, markers: new Set() }
export const shows = (...cells: unknown[]): Expected => ({
  status: 200,
  markers: markersIn(JSON.stringify(cells)),
})
