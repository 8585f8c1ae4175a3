import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { testTimeouts } from '../../tests/support/testTimeouts.ts'
import { iconComponents } from '../web/build/iconComponents.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconComponents()],
  test: {
    name: 'office',
    environment: 'jsdom',
    isolate: false,
    environmentOptions: { jsdom: { url: 'http://localhost:3001/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    ...testTimeouts,
  },
})
