/**
 * The name of the cache for the build's files that the service worker does not precache. The worker answers from it and
 * adds each file that a page loads; cacheApp.ts adds all files in advance. The build imports this file in Node.
 */
export const CODE_CACHE = 'apoderados-code'
