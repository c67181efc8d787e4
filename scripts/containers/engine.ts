import { spawn } from 'node:child_process'

export type Ran = { stdout: string; stderr: string }

/** Runs a program to its end. Throws with its stderr if it fails. */
export function run(
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; input?: Buffer } = {},
): Promise<Ran> {
  return raw(command, args, options).then(({ stdout, stderr }) => ({ stdout: stdout.toString(), stderr }))
}

/** The same, with its output unchanged. */
export function raw(
  command: string,
  args: string[],
  { env, input }: { env?: NodeJS.ProcessEnv; input?: Buffer } = {},
): Promise<{ stdout: Buffer; stderr: string }> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
  const parts: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  child.stdout.on('data', (part: Buffer) => parts.stdout.push(part))
  child.stderr.on('data', (part: Buffer) => parts.stderr.push(part))
  child.stdin.on('error', () => {}).end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const stdout = Buffer.concat(parts.stdout)
      const stderr = Buffer.concat(parts.stderr).toString()
      if (code === 0) resolve({ stdout, stderr })
      else reject(new Error(`${command} ${args.join(' ')}: exit ${code}\n${stderr.slice(-2_000)}`))
    })
  })
}

export const docker = async (...args: string[]): Promise<string> => (await run('docker', args)).stdout.trim()

/** The local engine's version and its compose command; undefined without either. */
export async function findEngine(): Promise<{ engine: string; compose: string[]; composeVersion: string } | undefined> {
  const engine = await docker('version', '--format', '{{.Server.Version}}').catch(() => undefined)
  if (engine === undefined) return undefined
  for (const compose of process.env.COMPOSE
    ? [process.env.COMPOSE.split(' ')]
    : [['docker', 'compose'], ['docker-compose']]) {
    const [command = '', ...args] = compose
    const said = await run(command, [...args, 'version', '--short']).catch(() => undefined)
    if (said) return { engine, compose, composeVersion: said.stdout.trim() }
  }
  return undefined
}

/** One figure of a container's /metrics, read from inside, because the port is not published. */
export async function metricOf(container: string, name: string): Promise<number> {
  const ask = "exec 3<>/dev/tcp/127.0.0.1/9090; printf 'GET /metrics HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3"
  const text = await docker('exec', container, 'bash', '-c', ask)
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
