/** The cache of the build's files outside the service worker's precache; the worker reads and fills it. */
export const CODE_CACHE = 'apoderados-code'
