import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

const dist = join(import.meta.dirname, '../../../../apps/web/dist')
const TEXT_FILES = /\.(html|js|css|json)$/
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** A copy of the build as the next one would be: every hash another, and so every file that names one. */
function nextBuild(number: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'apoderados-build-'))
  cpSync(dist, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = readdirSync(join(folder, 'assets'))
  const renamed = (name: string) => name.replace(/(\.[a-z0-9]+)$/, `${number}$1`)
  for (const name of assets) renameSync(join(folder, 'assets', name), join(folder, 'assets', renamed(name)))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT_FILES.test(file)) continue
    let text = readFileSync(join(folder, file), 'utf8')
    for (const name of assets) text = text.replaceAll(name, renamed(name))
    // The page's revision in the worker's list is the hash of its text.
    writeFileSync(
      join(folder, file),
      text.replace(/(url:"index.html",revision:"|revision:")[^"]{2}/g, `$1${number}0`),
    )
  }
  return folder
}

/**
 * Stands before the server at `target` and serves a build that can be replaced by the next one while pages are open,
 * as a deploy does. The API's calls are passed on.
 */
export async function startWebFront(target: string) {
  const page = await fetch(`${target}/login`)
  const policy = { 'content-security-policy': page.headers.get('content-security-policy') ?? '' }
  const folders: string[] = []
  /** Paths of the pages that were asked for. */
  const documents: string[] = []
  let folder = dist

  const fileOf = (path: string): { status: number; headers: OutgoingHttpHeaders; body: Buffer | string } => {
    const type = TYPES[extname(path)]
    try {
      const page = path === '/' || path === '/login' ? 'login.html' : 'index.html'
      const file = type === undefined ? page : path
      if (file === page) documents.push(path)
      const headers = { ...policy, 'content-type': type ?? TYPES['.html'], 'cache-control': 'no-store' }
      return { status: 200, headers, body: readFileSync(join(folder, file)) }
    } catch {
      return { status: 404, headers: {}, body: 'gone' }
    }
  }
  const server = createServer((asked, reply) => {
    const { pathname } = new URL(asked.url ?? '/', target)
    if (pathname.startsWith('/api/')) {
      const options = { method: asked.method, headers: asked.headers }
      const passed = request(new URL(asked.url ?? '/', target), options, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      passed.on('error', () => reply.destroy())
      asked.pipe(passed)
      return
    }
    const { status, headers, body } = fileOf(decodeURI(pathname))
    reply.writeHead(status, headers).end(asked.method === 'HEAD' ? undefined : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    documents,
    /** The next build takes the place of this one, whose files are gone. */
    deploy() {
      folder = nextBuild(folders.length)
      folders.push(folder)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const made of folders) rmSync(made, { recursive: true, force: true })
    },
  }
}
