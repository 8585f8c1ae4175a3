import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { testTimeouts } from '../../tests/support/testTimeouts.ts'
import { iconComponents } from './build/iconComponents.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), iconComponents()],
  define: { 'import.meta.env.API_ORIGIN': JSON.stringify('') },
  test: {
    name: 'web',
    environment: 'jsdom',
    isolate: false, // modules are loaded once for all files; setup.ts resets their state before each test
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    ...testTimeouts,
    unstubGlobals: true,
  },
})
