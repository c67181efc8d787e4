import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'

export type Process = { url: string; output(): string; kill(): Promise<void> }

/** Starts a service as it runs, in a process of its own that writes all of its log. */
export async function startProcess(service: 'dashboard' | 'gateway', env: Record<string, string>): Promise<Process> {
  const given = Number(env.PORT ?? 0)
  const [port, adminPort] = [given === 0 ? await freePort() : given, await freePort()]
  const main = path.resolve(import.meta.dirname, '../../..', service, 'src/main.ts')
  const variables = { ...process.env, LOG_LEVEL: 'trace', ...env, PORT: String(port), ADMIN_PORT: String(adminPort) }
  // As this process loads its libraries.
  const child = spawn(process.execPath, [...process.execArgv, main], {
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await until(
    `${service} to be ready`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${service} ended: ${output}`)
      return fetch(`http://127.0.0.1:${adminPort}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    },
    60_000,
  )
  return { url: `http://127.0.0.1:${port}`, output: () => output, kill: () => killed(child) }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
