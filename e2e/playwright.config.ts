import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '../tools/chromium.ts'

/** What `npm test` leaves to `npm run e2e`, so that it stays under its minutes: walks of everything there is. */
const isWhole = process.env.E2E === 'all'
const walks = [
  /every day of the year|events open complete|Asia\/Tokyo/,
  /a subject opens with each|of student 31|each observation opens complete/,
  /at 1280$|leaves nothing of otra|details, empty and failed pages are clean/,
  /the sheet closes by its button|stands beside the list|stays in reach/,
  /^.*(sheets in CSV|Ministry’s list|encoding of Windows|OneRoster with).*: a guardian signs in/,
  /reaches the other at its next page|never does so twice|never takes what is typed/,
  /where nothing answers|a write that breaks off|everything with (what|a redirect|a page that)|^.*cold start/,
  /text at twice its size no control|progress and ends in error|dialogs of the settings are clean/,
  /recovery’s screens are clean|frees the app|who left the list gives way/,
  // What the tests of a page alone hold too: the words of each failure, empty schools, what was seen before.
  /failure .* reads: |answers (403|404|500) |without auth_token|cannot be read is asked/,
  /school without (events|data|grades|a timetable)|course of one|without observations|without classes/,
  /is offered quietly|ends in success|dead every page opens|seen before|themes (chosen|follow)|number of a foreign|a social name|to the certificates|asks again and keeps/,
  /shows the version|with spaces and capitals|part of the name|that a family shares/,
  /field that is wrong, and|unknown e-mail leads|to send a code to|shows? the account as|texts at 320 px/,
  /list stands beside the month|initials stand in|arrows walk|weekend begins|works tabs, rows|that is left says/,
  /student: plain text|menu is always there|skips the menu|percentage with one|course by number|change that must be is/,
  /85 % of the phone|dialog closes by Esc|is chosen at first|2° Semestre of student 1/,
  /follow the device under Sistema|on which the clocks change|each day has its blocks with/,
  /week begins with Monday|document that fails says|first sub-period is chosen|Final lists the|classmate opens with/,
  /no students: a friendly|a failure keeps the data|menu closes by Esc|what is no e-mail|second click sends nothing/,
  /field of the password says|says what went wrong, and|all five days stand|today comes first and its/,
  /without is_authenticated|without a stored profile|answers 503 keeps|three certificates, reached|opens? complete$/,
  /each kind has its count|without the script that keeps|is what the app itself shows|settings open a dialog/,
  // What a phone does less often, and all of it on iOS.
  /on ios$|a refused permission|calendar does not take|a second touch|DST days too/,
  /nothing on the phone|outlived the app|a safe that|documents go with|a phone that refuses/,
  /of a wide tablet|change of password is due|waits for the sign-in|that is not ours|nativeShell.* the app/,
  /gets no token|said once per start|Ahora no is remembered|a notification opens/,
  /every page opens from nothing|each tab of the grades and|was never seen/,
  /finds nothing of the one before|takes what this one was writing/,
  // Each has a sister above, or in the tests of a page alone, that would turn red with it.
  /loads its next page anew|at once without the server|the newest code only|apoderado@example.com on the device/,
  /leaves the device with the next profile|answers everything with a page|a browser has no button/,
  /token is given back|Inicio offers the notifications|cold and warm|ended elsewhere|every five minutes/,
  /who loses a student|another parent on the same device|keyboard walks the days|pulling down with/,
]

export default defineConfig({
  testDir: '.',
  ...(!isWhole && {
    testIgnore: ['switching.spec.ts', 'routes.spec.ts', 'slowWalks.spec.ts'],
    grepInvert: walks,
  }),
  globalSetup: './startServer.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['line']],
  outputDir: '../test-results',
  use: {
    ...(process.env.E2E_URL !== undefined && { baseURL: process.env.E2E_URL }), // set by startServer
    launchOptions: chromiumOptions(),
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    viewport: { width: 390, height: 844 },
    contextOptions: { reducedMotion: 'reduce' }, // nothing is waited for that only moves
    serviceWorkers: 'block', // tests intercept requests
  },
})
