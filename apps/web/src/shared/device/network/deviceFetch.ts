/**
 * `fetch` sends a call. On a phone, deviceProof.native.ts replaces it by a function that adds the proof; a browser
 * sends the proof as a cookie.
 */
export const device = { fetch: (request: Request, options: RequestInit) => fetch(request, options) }
