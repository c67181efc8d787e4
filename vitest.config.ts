import { defineConfig } from 'vitest/config'

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
