import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createPage, type PageHandler } from './pages.ts'

/** Files in assets/ have a hash in their name and never change; browsers revalidate all others. */
const cacheControl = (path: string) =>
  path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Matches asset names of the build; excludes direct requests for the compressed copies. */
const ASSET = /^[\w-][\w.-]*\.(?!br$|gz$)\w+$/

/** Looks the file up on each request, because a build may add files while the server runs. */
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

/**
 * Serves the built files, compressed where the build wrote a compressed copy; `index.html` for paths without a page
 * of their own.
 */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<{ index: PageHandler }> {
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz', '**/.*'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControl(relative(webRoot, path).replaceAll('\\', '/')))
      // The CORS plugin adds `Origin`; a browser would then fetch each file twice, for the page and the service worker.
      reply.header('vary', 'accept-encoding')
    },
  })
  serveAssets(app)
  // Serves the sign-in form; the app redirects parents who are already signed in.
  const login = createPage(join(webRoot, 'login.html'))
  for (const path of ['/', '/login']) app.get(path, login)
  // Serves the prerendered pages of apps/web/build/routePages.ts.
  for (const file of globSync('app/*.html', { cwd: webRoot })) {
    const path = file.slice(0, -'.html'.length).replaceAll('\\', '/')
    app.get(`/${path}`, createPage(join(webRoot, file)))
  }
  return { index: createPage(join(webRoot, 'index.html')) }
}
