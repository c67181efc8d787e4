import path from 'node:path'
import { env } from 'node:process'
import { defineConfig } from 'vitest/config'

// Workers, and the programs that tests start, compile nothing twice.
env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules', '.compile-cache')

/** Started once before all tests: paths from the repository's root. */
const globalSetup = ['packages/local/src/testing/global-setup.ts']

export default defineConfig({
  test: {
    environment: 'node',
    include: ['packages/**/*.test.ts', 'services/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'bench/**'],
    globalSetup,
    pool: 'forks',
    maxWorkers: 2,
    // They end what hangs; no test is about its own duration.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
