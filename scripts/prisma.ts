// Runs a service's own Prisma CLI offline: node scripts/prisma.ts services/gateway generate
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const [service, ...args] = process.argv.slice(2)
if (service === undefined || args.length === 0) {
  console.error('usage: node scripts/prisma.ts services/NAME COMMAND [ARGUMENT…]')
  process.exit(2)
}
const folder = path.resolve(root, service)

const done = spawnSync(path.join(folder, 'node_modules', '.bin', 'prisma'), args, {
  cwd: folder,
  // stdout belongs to the caller, which may print a document on it.
  stdio: ['inherit', 2, 2],
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: path.join(root, 'packages', 'local', 'src', 'prisma', 'schema-engine.ts'),
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    // Prisma starts the engine with the first node here: the workspace's own, which runs TypeScript.
    PATH: [path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
  },
})
if (done.error !== undefined) console.error(done.error.message)
process.exitCode = done.status ?? 1
