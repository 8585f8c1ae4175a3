import { markersIn } from './markers.ts'

export type RequestFields = Record<string, string>
/** The expected status of a response, and the markers (markers.ts) that it must contain: all of these and no others. */
export type ExpectedResponse = { status: 200 | 401 | 404; markers: Set<string> }

export const notFoundResponse: ExpectedResponse = { status: 404, markers: new Set() }
/** Returns the expected response of status 200 that contains the markers of these cells. */
export const respondWith = (...cells: unknown[]): ExpectedResponse => ({
  status: 200,
  markers: markersIn(JSON.stringify(cells)),
})
