import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createPage, type PageHandler } from './pages.ts'

/** Hashed names never change their content; everything else is asked for again each time. */
const cacheControl = (path: string) =>
  path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/** As the build names them, with the hash of what they hold; never their compressed twins by themselves. */
const ASSET = /^[\w-][\w.-]*\.(?!br$|gz$)\w+$/

/**
 * Looked for anew each time: the pages of a build that was made under the running server name files that were not there
 * at its start.
 */
function serveAssets(app: FastifyInstance): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    handler: (request, reply) => {
      const name = request.params['*']
      return ASSET.test(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()
    },
  })
}

/** Serves the built files, the compressed twin where one lies beside it; `index.html` for what has no page of its own. */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<{ index: PageHandler }> {
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz', '**/.*'],
    setHeaders: (reply, path) =>
      reply.header('cache-control', cacheControl(relative(webRoot, path).replaceAll('\\', '/'))),
  })
  serveAssets(app)
  // The form for whoever is not signed in; the app itself sends everybody else on.
  const login = createPage(join(webRoot, 'login.html'))
  for (const path of ['/', '/login']) app.get(path, login)
  // What the build made for a path of its own: apps/web/build/routePages.ts.
  for (const file of globSync('app/*.html', { cwd: webRoot })) {
    const path = file.slice(0, -'.html'.length).replaceAll('\\', '/')
    app.get(`/${path}`, createPage(join(webRoot, file)))
  }
  return { index: createPage(join(webRoot, 'index.html')) }
}
