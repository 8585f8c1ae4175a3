/** How a call leaves this device: a phone adds what a browser does by a cookie (deviceProof.native.ts). */
export const device = { fetch: (request: Request, options: RequestInit) => fetch(request, options) }
