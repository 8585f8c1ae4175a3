import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createPageHandler, type PageHandler } from './pages.ts'

/** Files in assets/ have a hash in their name and never change; an icon is kept for a day; the rest is revalidated. */
function cacheControlOf(path: string): string {
  if (path.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return path.startsWith('icons/') || path === 'favicon.svg' ? 'public, max-age=86400' : 'no-cache'
}

/** Matches the names of files in assets/, except those of the compressed copies. */
const ASSET_NAME_PATTERN = /^[\w-][\w.-]*\.(?!br$|gz$)\w+$/

/** Serves the files in assets/. Each request looks its file up, because a build may add files while the server runs. */
function serveAssets(app: FastifyInstance): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    handler: (request, reply) => {
      const name = request.params['*']
      return ASSET_NAME_PATTERN.test(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound()
    },
  })
}

/** Serves the built files in `root`, except those of `omitted`, or their compressed copies. */
export async function serveBuild(app: FastifyInstance, root: string, omitted: string[] = []): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz', '**/.*', ...omitted],
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(relative(root, path).replaceAll('\\', '/')))
      // The CORS plugin sets `vary: origin`, with which a browser would fetch each file twice: for the page and for the
      // service worker.
      reply.header('vary', 'accept-encoding')
    },
  })
  serveAssets(app)
}

/** Serves the built web app. Returns the handler of `index.html`, for paths without a page. */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<{ index: PageHandler }> {
  await serveBuild(app, webRoot)
  // The sign-in form. The app redirects parents who are already signed in.
  const login = createPageHandler(join(webRoot, 'login.html'))
  for (const path of ['/', '/login']) app.get(path, login)
  // The prerendered pages, which apps/web/build/routePages.ts writes.
  for (const file of globSync('app/*.html', { cwd: webRoot })) {
    const path = file.slice(0, -'.html'.length).replaceAll('\\', '/')
    app.get(`/${path}`, createPageHandler(join(webRoot, file)))
  }
  return { index: createPageHandler(join(webRoot, 'index.html')) }
}
