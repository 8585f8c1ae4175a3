import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

/** Takes half as long for a walk, and has nothing to install an app with. */
const WITHOUT_WINDOW = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

/** Of one attempt, on a slow line. */
const INSTALL_MS = 900_000

type Wanted = { isWhole?: boolean }

function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/**
 * CHROMIUM_PATH, else Playwright's own, else one on the PATH; undefined when there is none. `isWhole`: as parents have
 * it, where the one without a window would answer or be fast for another reason.
 */
export function findChromium({ isWhole = false }: Wanted = {}): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const own = chromium.executablePath()
  return existsSync(own) ? own : onPath(isWhole ? WHOLE : [WITHOUT_WINDOW, ...WHOLE])
}

const isRoot = () => process.getuid?.() === 0

type Attempt = { source: string; command: string; args: string[] }

function waysToInstall(isWhole: boolean): Attempt[] {
  const ofPlaywright = {
    source: "Playwright's own from cdn.playwright.dev, some 300 MB",
    command: 'npx',
    args: ['--no-install', 'playwright', 'install', 'chromium'],
  }
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return [ofPlaywright]
  const ofDebian = (name: string) => ({
    source: `the package ${name} of Debian, some 100 MB with what it needs`,
    command: 'sh',
    args: ['-c', `apt-get update -qq && apt-get install -y -qq ${name}`],
  })
  return [ofPlaywright, ...(isWhole ? ['chromium'] : [WITHOUT_WINDOW, 'chromium']).map(ofDebian)]
}

/**
 * Announces and tries Playwright's download, then Debian's package when we are root.
 * @throws what to do if neither works
 */
export function installChromium({ isWhole = false }: Wanted = {}): void {
  console.log(
    'The browser tests find no Chromium and install one now. To use one of yours, stop this (Ctrl-C) and set CHROMIUM_PATH.',
  )
  for (const { source, command, args } of waysToInstall(isWhole)) {
    try {
      console.log(`Installing ${source}: ${command} ${args.join(' ')}`)
      execFileSync(command, args, { stdio: 'ignore', timeout: INSTALL_MS })
      if (findChromium({ isWhole })) return
    } catch {
      // The next attempt, or the advice below.
    }
  }
  throw new Error('No Chromium for the browser tests: install chromium, or set CHROMIUM_PATH to one')
}

/** For who undoes more than the browser at a signal: Playwright would close it and end the process with it. */
export const signalsAreOurs = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

/** No sandbox as root, and none of the background traffic that a closed network only refuses. */
export function chromiumOptions(wanted: Wanted = {}): LaunchOptions {
  const executablePath = findChromium(wanted)
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
