import { fork } from 'node:child_process'
import path from 'node:path'
import { integerVariable, readConfig } from '@rts/shared/config'
import { z } from 'zod'
import type { Connection } from './system/data-folder.ts'
import { type System, startSystem } from './system/system.ts'

const variables = z.object({
  PORT: integerVariable(1, 65_535).default(8_080),
  DATA_DIR: z.string().default('.data'),
  NATS_URL: z.string().optional(),
  ADMIN_PORT: integerVariable(1, 65_535).optional(),
  PROCESSES: z.enum(['one', 'each']).default('one'),
})

function welcome(
  { baseUrl, mcpUrl, appUrl, sandboxUrl, adminUrl, apiKey, demoPerson }: Connection,
  isNew: System['isNew'],
  folder: string,
): string {
  const shown = `(shown at the first start; it is in ${path.join(folder, 'connection.json')})`
  const key = isNew.key ? apiKey : shown
  const person = isNew.person && demoPerson ? `${demoPerson.email}, password ${demoPerson.password}` : shown
  const simulated = sandboxUrl ? `  sandbox      ${sandboxUrl}  (simulates providers without a key)\n` : ''
  return `
Ready.
  server API   ${baseUrl}
  agents       ${mcpUrl}
  dashboard    ${appUrl}  (sign up at /signup)
  admin port   ${adminUrl}  (/readyz, /metrics)
${simulated}  demo key     ${key}
  demo person  ${person}

Try:
  curl -s ${baseUrl}/projects -H "Authorization: Bearer ${isNew.key ? apiKey : '$KEY'}"
`
}

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
  console.log(welcome(connection, isNew, folder))
  void fillDemo()
  sayProviders()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
