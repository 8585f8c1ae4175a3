/** `fetch` sends a call. A phone replaces it to add the proof that a browser sends as a cookie (deviceProof.native.ts). */
export const device = { fetch: (request: Request, options: RequestInit) => fetch(request, options) }
