import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

const distFolder = join(import.meta.dirname, '../../../../apps/web/dist')
const TEXT_FILES = /\.(html|js|css|json)$/
const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/**
 * Makes a copy of the build with other hashes in the names of its assets, and in all files that contain these names.
 */
function copyAsNextBuild(number: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-build-'))
  cpSync(distFolder, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = readdirSync(join(folder, 'assets'))
  const renamed = (name: string) => name.replace(/(\.[a-z0-9]+)$/, `${number}$1`)
  for (const name of assets) renameSync(join(folder, 'assets', name), join(folder, 'assets', renamed(name)))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT_FILES.test(file)) continue
    let text = readFileSync(join(folder, file), 'utf8')
    for (const name of assets) text = text.replaceAll(name, renamed(name))
    // The service worker lists each page with a hash of its content, which must also differ from the old build.
    writeFileSync(join(folder, file), text.replace(/(revision:")[^"]{2}/g, `$1${number}0`))
  }
  return folder
}

/**
 * Serves a build in front of the server at `target`, and can replace it with the next build while pages are open, as
 * a deploy does. API calls are forwarded.
 */
export async function startWebFront(target: string) {
  const page = await fetch(`${target}/login`)
  const policy = { 'content-security-policy': page.headers.get('content-security-policy') ?? '' }
  const folders: string[] = []
  /** The paths of the pages that were requested. */
  const pageRequests: string[] = []
  let folder = distFolder

  const fileOf = (path: string): { status: number; headers: OutgoingHttpHeaders; body: Buffer | string } => {
    const type = CONTENT_TYPES[extname(path)]
    try {
      const page = path === '/' || path === '/login' ? 'login.html' : 'index.html'
      const file = type === undefined ? page : path
      if (file === page) pageRequests.push(path)
      const headers = {
        ...policy,
        'content-type': type ?? CONTENT_TYPES['.html'],
        'cache-control': 'no-store',
      }
      return { status: 200, headers, body: readFileSync(join(folder, file)) }
    } catch {
      return { status: 404, headers: {}, body: 'gone' }
    }
  }
  const server = createServer((incoming, reply) => {
    const { pathname } = new URL(incoming.url ?? '/', target)
    if (pathname.startsWith('/api/')) {
      const options = { method: incoming.method, headers: incoming.headers }
      const forwarded = request(new URL(incoming.url ?? '/', target), options, (response) => {
        reply.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(reply)
      })
      forwarded.on('error', () => reply.destroy())
      incoming.pipe(forwarded)
      return
    }
    const { status, headers, body } = fileOf(decodeURI(pathname))
    reply.writeHead(status, headers).end(incoming.method === 'HEAD' ? undefined : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    pageRequests,
    /** Serves the next build instead of the old one; requests for assets of the old build get 404. */
    deploy() {
      folder = copyAsNextBuild(folders.length)
      folders.push(folder)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const build of folders) rmSync(build, { recursive: true, force: true })
    },
  }
}
