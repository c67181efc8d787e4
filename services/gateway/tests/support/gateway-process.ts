import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { type ChildExit, send, spawnChild } from '@rts/local/process'
import { until } from '@rts/local/testing/until'
import { gatewayEnv } from '../support.ts'

export type GatewayProcess = {
  port: number
  adminPort: number
  kill(): Promise<void>
  /** Pauses it until `goOn`. */
  pause(): void
  goOn(): void
  /** Restarts it on its port after it was killed. */
  restart(): Promise<void>
  ready(): Promise<boolean>
  stop(): Promise<void>
}

const entry = path.resolve(import.meta.dirname, '../../src/main.ts')

/** Starts the gateway in its own process, with every log line kept in `logFile`. */
export async function startGatewayProcess(env: Record<string, string>, logFile: string): Promise<GatewayProcess> {
  const port = await freePort()
  const adminPort = await freePort()
  const ready = async () => {
    const reply = await fetch(`http://127.0.0.1:${adminPort}/readyz`).catch(() => undefined)
    await reply?.body?.cancel()
    return reply?.status === 200
  }
  const start = async () => {
    const all = { ...gatewayEnv(env), PORT: String(port), ADMIN_PORT: String(adminPort), LOG_LEVEL: 'trace' }
    const command = { command: process.execPath, args: [entry], endsWithParent: true }
    const child = await spawnChild({ name: 'gateway', ...command, env: { PATH: process.env.PATH, ...all }, logFile })
    await until('the gateway to be ready', ready)
    return child
  }
  let child = await start()
  return {
    port,
    adminPort,
    ready,
    kill: async () => {
      send(child.pid, 'SIGKILL')
      await child.exited
    },
    pause: () => send(child.pid, 'SIGSTOP'),
    goOn: () => send(child.pid, 'SIGCONT'),
    restart: async () => {
      child = await start()
    },
    stop: async () => void (await child.stop(10_000)),
  }
}

/** Starts the gateway with variables that it must refuse, and waits for its exit. */
export async function startBadly(env: Record<string, string>, logFile: string): Promise<ChildExit> {
  const all = { PATH: process.env.PATH, ...gatewayEnv(env) }
  const child = await spawnChild({ name: 'gateway', command: process.execPath, args: [entry], env: all, logFile })
  return child.exited
}
