import { fork } from 'node:child_process'
import path from 'node:path'
import { integerVariable, readConfig } from '@rts/shared/config'
import { z } from 'zod'
import { startSystem } from './system/system.ts'
import { welcome } from './welcome.ts'

const variables = z.object({
  PORT: integerVariable(1, 65_535).default(8_080),
  DATA_DIR: z.string().default('.data'),
  NATS_URL: z.string().optional(),
  ADMIN_PORT: integerVariable(1, 65_535).optional(),
  PROCESSES: z.enum(['one', 'each']).default('one'),
  PUBLIC_URL: z.string().optional(),
})

const config = readConfig(variables, process.env)
const folder = path.resolve(config.DATA_DIR)
const parent = process.ppid
const options = {
  folder,
  port: config.PORT,
  env: { ...process.env, PROCESSES: config.PROCESSES },
  say: (line: string) => console.error(line),
}
let isEnding = false
const starting = startSystem({ ...options, ...(config.NATS_URL ? { natsUrl: config.NATS_URL } : {}) })

function end(): void {
  if (isEnding) return
  isEnding = true
  starting
    .then((system) => system.stop())
    .catch(() => {})
    .then(() => process.exit(0))
}

/** In a process that ends, which nothing waits for. */
function sayProviders(): void {
  const file = path.join(import.meta.dirname, 'admin.ts')
  const child = fork(file, ['providers', 'list'], { env: { ...process.env, DATA_DIR: folder }, silent: true })
  child.stderr?.on('data', (lines) => process.stdout.write(lines))
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
// A killed parent sends no signal, and nothing else would stop this process.
setInterval(() => process.ppid !== parent && end(), 500).unref()

try {
  const { connection, isNew, fillDemo } = await starting
  console.log(welcome(connection, { isNew, folder, publicUrl: config.PUBLIC_URL }))
  void fillDemo()
  sayProviders()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
