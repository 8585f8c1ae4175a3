/** `fetch` sends a call; deviceProof.native.ts replaces it on phones to add the proof, a cookie in browsers. */
export const device = { fetch: (request: Request, options: RequestInit) => fetch(request, options) }
