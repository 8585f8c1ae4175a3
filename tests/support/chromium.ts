import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

/** The program of Chromium without a window: tests take half as long with it, but it cannot install a web app. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const FULL_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']

/** The time limit of one attempt to install, on a slow connection. */
const INSTALL_TIMEOUT_MS = 900_000

type ChromiumOptions = { isWhole?: boolean }

function findOnPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/**
 * Returns CHROMIUM_PATH, else Playwright's own Chromium, else one on the PATH; undefined if there is none. `isWhole`
 * asks for the full browser, for tests where the headless shell behaves differently or is faster than what parents use.
 */
export function findChromium({ isWhole = false }: ChromiumOptions = {}): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const bundledPath = chromium.executablePath()
  return existsSync(bundledPath)
    ? bundledPath
    : findOnPath(isWhole ? FULL_BROWSERS : [HEADLESS_SHELL, ...FULL_BROWSERS])
}

const isRoot = () => process.getuid?.() === 0

type InstallAttempt = { source: string; command: string; args: string[] }

function attemptsToInstall(isWhole: boolean): InstallAttempt[] {
  const playwrightDownload = {
    source: "Playwright's own from cdn.playwright.dev, some 300 MB",
    command: 'npx',
    args: ['--no-install', 'playwright', 'install', 'chromium'],
  }
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return [playwrightDownload]
  const debianPackage = (name: string) => ({
    source: `the package ${name} of Debian, some 100 MB with what it needs`,
    command: 'sh',
    args: ['-c', `apt-get update -qq && apt-get install -y -qq ${name}`],
  })
  return [playwrightDownload, ...(isWhole ? ['chromium'] : [HEADLESS_SHELL, 'chromium']).map(debianPackage)]
}

/**
 * Tries Playwright's download, then Debian's package if this process runs as root, and prints both attempts.
 * @throws with advice if neither works
 */
export function installChromium({ isWhole = false }: ChromiumOptions = {}): void {
  console.log(
    'The browser tests find no Chromium and install one now. To use one of yours, stop this (Ctrl-C) and set CHROMIUM_PATH.',
  )
  for (const { source, command, args } of attemptsToInstall(isWhole)) {
    try {
      console.log(`Installing ${source}: ${command} ${args.join(' ')}`)
      execFileSync(command, args, { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS })
      if (findChromium({ isWhole })) return
    } catch {
      // The next attempt follows, or the advice below.
    }
  }
  throw new Error('No Chromium for the browser tests: install chromium, or set CHROMIUM_PATH to one')
}

/** Options for a program that cleans up after a signal: Playwright's handlers would end the process at once. */
export const noSignalHandlers = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

/**
 * Returns options to launch Chromium: without background traffic, and, if this process is root, without the sandbox,
 * with which Chromium refuses to run as root.
 */
export function chromiumOptions(wanted: ChromiumOptions = {}): LaunchOptions {
  const executablePath = findChromium(wanted)
  const flags = ['background-networking', 'component-update', 'sync', 'quic'].map(
    (name) => `--disable-${name}`,
  )
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [...flags, '--no-first-run', ...(isRoot() ? ['--no-sandbox'] : [])],
    // Without a locale, Chromium cannot write an 'í' into a file name and names the download 'download'.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  }
}
