import path from 'node:path'
import { env } from 'node:process'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Workers, and the programs that tests start, compile nothing twice.
env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules', '.compile-cache')

/** Beside what they test: they start no process and leave nothing behind. */
const rules = ['packages/*/src/**/*.test.ts', 'services/*/{src,web,texts}/**/*.test.ts']
/** Likewise, of documents; `npm run verify` runs it too. */
const documents = 'tests/statements.test.ts'
/** With servers, processes and databases. */
const servers = ['packages/local/src/**/*.test.ts', 'services/*/tests/**/*.test.ts', 'tests/**/*.test.ts']
/** With one running system, in which each file has an account of its own. */
const sharing = [
  'tests/browser/*.test.ts',
  'tests/{admin,agent-questions,alarms,buying,cli,client,contract,load-answers,oauth,python-client,research,rest,roles,writing}.test.ts',
]

const groups = ['system', 'servers', 'rules']
/** The groups with the longest files come first: the short ones at the end leave no worker without work. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project }: TestSpecification) => groups.indexOf(project.name)
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // More than cores: files wait for processes and deadlines.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    // They end what hangs; no test is about its own duration.
    testTimeout: env.PROPERTY_RUNS === undefined ? 300_000 : 1_800_000,
    setupFiles: env.PROPERTY_RUNS === undefined ? [] : ['packages/shared/src/testing/property-setup.ts'],
    hookTimeout: 240_000,
    // As long as every other wait: a second is nothing on a loaded machine.
    expect: { poll: { timeout: 60_000 } },
    // Node itself loads the modules, libraries from their bundles, as in a started system: less work for each file.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    execArgv: ['--import', path.join(import.meta.dirname, 'packages', 'local', 'src', 'libraries.ts')],
    // Files share a worker: each would load the same modules again.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'rules', include: [...rules, documents], exclude: ['packages/local/**'] } },
      // The setup is started once before them: Postgres, the broker, a migrated database of each service.
      {
        extends: true,
        test: {
          name: 'servers',
          include: servers,
          exclude: [...sharing, documents],
          globalSetup: ['packages/local/src/testing/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'system', include: sharing, globalSetup: ['tests/support/shared-setup.ts'] } },
    ],
  },
})
