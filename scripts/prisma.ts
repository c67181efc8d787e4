// Writes the Prisma client of a service, offline: node scripts/prisma.ts services/gateway
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const prisma = fileURLToPath(import.meta.resolve('prisma/build/index.js'))
const done = spawnSync(process.execPath, [prisma, 'generate'], {
  cwd: path.resolve(import.meta.dirname, '..', process.argv[2] ?? ''),
  stdio: 'inherit',
  env: {
    ...process.env,
    // It would be downloaded if no program were named; writing a client does not start it.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
})
if (done.error !== undefined) console.error(done.error.message)
process.exitCode = done.status ?? 1
