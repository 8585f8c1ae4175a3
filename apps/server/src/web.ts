import { globSync } from 'node:fs'
import { relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Hashed names never change their content; everything else is asked for again each time. */
const cacheControl = (path: string) =>
  path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Serves the built files, the compressed twin where one lies beside it. */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/.*'],
    setHeaders: (reply, path) =>
      reply.header('cache-control', cacheControl(relative(webRoot, path).replaceAll('\\', '/'))),
  })
  // The form for whoever is not signed in; the app itself sends everybody else on.
  const pages = new Map(['/', '/login'].map((path) => [path, 'login.html']))
  // What the build made for a path of its own: apps/web/routePages.ts.
  for (const file of globSync('app/*.html', { cwd: webRoot })) {
    pages.set(`/${file.slice(0, -'.html'.length).replaceAll('\\', '/')}`, file)
  }
  for (const [path, file] of pages) app.get(path, async (_request, reply) => reply.sendFile(file))
}
