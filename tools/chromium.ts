import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync)
}

/** CHROMIUM_PATH, else Playwright's own, else one on the PATH; undefined when there is none. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const own = chromium.executablePath()
  return existsSync(own) ? own : onPath()
}

const isRoot = () => process.getuid?.() === 0

/** Tries Playwright's download, then Debian's package when we are root; tells what to do if neither works. */
export function installChromium(): void {
  const attempts: [string, string[]][] = [['npx', ['--no-install', 'playwright', 'install', 'chromium']]]
  if (isRoot() && existsSync('/usr/bin/apt-get')) {
    attempts.push(['sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium']])
  }
  for (const [command, args] of attempts) {
    try {
      console.log(`Chromium is missing: trying ${command} ${args.join(' ')}`)
      execFileSync(command, args, { stdio: 'ignore', timeout: 240_000 })
      if (findChromium()) return
    } catch {
      // The next attempt, or the advice below.
    }
  }
  throw new Error('No Chromium for the browser tests: install chromium, or set CHROMIUM_PATH to one')
}

/** For who undoes more than the browser at a signal: Playwright would close it and end the process with it. */
export const signalsAreOurs = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

/** No sandbox as root, and none of the background traffic that a closed network only refuses. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = findChromium()
  const flags = ['background-networking', 'component-update', 'sync', 'quic'].map(
    (name) => `--disable-${name}`,
  )
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [...flags, '--no-first-run', ...(isRoot() ? ['--no-sandbox'] : [])],
    // Where no language is set, Chromium writes no 'í' into the name of a file: it calls the download 'download'.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  }
}
