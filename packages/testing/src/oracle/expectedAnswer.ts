import { markersIn } from './markers.ts'

export type RequestFields = Record<string, string>
/** The expected status of an answer, and the markers (markers.ts) that it must contain: all of these and no others. */
export type ExpectedAnswer = { status: 200 | 401 | 404; markers: Set<string> }

export const notFoundAnswer: ExpectedAnswer = { status: 404, markers: new Set() }
/** Returns the expected answer of status 200 that contains the markers of these cells. */
export const answerWith = (...cells: unknown[]): ExpectedAnswer => ({
  status: 200,
  markers: markersIn(JSON.stringify(cells)),
})
