import { freePort } from '@rts/local/ports'
import { until } from '@rts/local/testing/until'
import type { System } from './calls.ts'
import { docker, run } from './engine.ts'

const name = 'rank-tracker-check-whole'
const image = (tag: string) => `rank-tracker:${tag}`
const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']

export type Whole = System & {
  name: string
  volume: string
  image(tag: string): string
  /** Starts the image on the volume, with simulated providers; resolves once the container is healthy. */
  start(tag: string, variables?: Record<string, string>): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/** The one container as docs/operations.md starts it, on a volume and a port of its own. */
export async function createWhole(): Promise<Whole> {
  const port = await freePort()
  const volume = name
  const stop = async () => {
    await docker('stop', '-t', '30', name)
    await docker('rm', name)
  }
  return {
    name,
    volume,
    image,
    base: `http://127.0.0.1:${port}`,
    operator: (...args) => docker('exec', name, 'node', 'packages/local/src/admin.ts', ...args),
    start: async (tag, variables = {}) => {
      const given = Object.entries({ SANDBOX: 'on', ...variables }).flatMap(([key, value]) => ['-e', `${key}=${value}`])
      const places = ['-v', `${volume}:/data`, '-p', `127.0.0.1:${port}:8080`]
      await docker('run', '-d', '--name', name, '--memory', '1g', ...limits, ...places, ...given, image(tag))
      await until('the container to be healthy', () => isHealthy(), 180_000, 500)
    },
    stop,
    remove: async () => {
      await run('docker', ['rm', '-f', name]).catch(() => {})
      await run('docker', ['volume', 'rm', '-f', volume]).catch(() => {})
    },
  }
}

/** Whether the container is healthy now. */
async function isHealthy(): Promise<boolean> {
  return (await docker('inspect', '--format', '{{.State.Health.Status}}', name)) === 'healthy'
}
