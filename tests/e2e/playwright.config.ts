import { defineConfig } from '@playwright/test'
import { chromiumOptions } from '../support/chromium.ts'

export default defineConfig({
  testDir: '.',
  globalSetup: './support/startServer.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Long, so that no test fails only because the machine is busy; a test that hangs fails after this time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['line'], ['json']] : [['line']],
  outputDir: '../../test-results',
  use: {
    ...(process.env.E2E_URL !== undefined && { baseURL: process.env.E2E_URL }), // set by startServer
    launchOptions: chromiumOptions(),
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    viewport: { width: 390, height: 844 },
    contextOptions: { reducedMotion: 'reduce' }, // Tests must not wait for animations.
    serviceWorkers: 'block', // Service workers would hide requests from the tests that intercept them.
  },
})
