import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { lintSource } from '@secretlint/core'
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend'

const secretlintConfig = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: preset }] }
const TEXT_BYTES_MAX = 2 ** 21
const GIT_BUFFER_BYTES = 2 ** 30
/** Matches invented addresses of databases: in tests, in the operator's guide, or to be filled in. */
const PLACEHOLDER_ADDRESS = /:change-me@|@(?:127\.0\.0\.1|localhost|(?:[\w-]+\.)*example\.com)\b/

export type ScannedText = { path: string; content: string }

/** Returns the place and kind of each secret in a text. */
export async function secretsIn({ path, content }: ScannedText): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: path, content, ext: path.slice(path.lastIndexOf('.')), contentType: 'text' },
    options: { config: secretlintConfig, locale: 'en', maskSecrets: true },
  })
  const lines = content.split('\n')
  return messages
    .filter(({ loc }) => !PLACEHOLDER_ADDRESS.test(lines[loc.start.line - 1] ?? ''))
    .map(({ loc, message }) => `${path}:${loc.start.line} ${message}`)
}

const git = (args: string[], input = ''): Buffer =>
  execFileSync('git', args, { input: Buffer.from(input), maxBuffer: GIT_BUFFER_BYTES })

const isText = (bytes: Buffer) => bytes.length < TEXT_BYTES_MAX && !bytes.subarray(0, 8_000).includes(0)

/** Reads the text files that are committed, or would be by `git add`. */
export function textsOfTree(): ScannedText[] {
  const paths = git(['ls-files', '--cached', '--others', '--exclude-standard', '-z']).toString().split('\0')
  return paths.flatMap((path) => {
    try {
      const bytes = readFileSync(path)
      return isText(bytes) ? [{ path, content: bytes.toString() }] : []
    } catch {
      return [] // The file was deleted, and the deletion is not committed.
    }
  })
}

/** Reads every version of the text files that a branch or tag reaches, and the messages of the commits. */
export function textsOfHistory(): ScannedText[] {
  const objectLines = git(['rev-list', '--objects', '--all']).toString().trim().split('\n')
  const paths = new Map(objectLines.map((line) => [line.slice(0, 40), line.slice(41)]))
  const objects = git(['cat-file', '--batch'], [...paths.keys()].join('\n'))
  const texts: ScannedText[] = []
  let offset = 0
  while (offset < objects.length) {
    const end = objects.indexOf('\n', offset)
    const [id = '', type, size] = objects.subarray(offset, end).toString().split(' ')
    const bytes = objects.subarray(end + 1, end + 1 + Number(size))
    offset = end + 2 + Number(size)
    if ((type !== 'blob' && type !== 'commit') || !isText(bytes)) continue
    texts.push({ path: `${id.slice(0, 10)} ${paths.get(id) ?? ''}`, content: bytes.toString() })
  }
  return texts
}
