import { runProgram } from '../../harness/program.ts'

/** Runs a program to its end; answers its output. Throws with its stderr if it fails. */
export async function run(
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; input?: Buffer | undefined } = {},
): Promise<Buffer> {
  const { code, stdout, stderr } = await runProgram(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${code}\n${stderr.slice(-2_000)}`)
  return stdout
}

export const docker = async (...args: string[]): Promise<string> => (await run('docker', args)).toString().trim()

/** The health of a container, as its probe says. */
export const healthOf = (container: string) => docker('inspect', '--format', '{{.State.Health.Status}}', container)

/** The local engine's version and its compose command; undefined without either. */
export async function findEngine(): Promise<{ engine: string; compose: string[]; composeVersion: string } | undefined> {
  const engine = await docker('version', '--format', '{{.Server.Version}}').catch(() => undefined)
  if (engine === undefined) return undefined
  const named = process.env.COMPOSE ? [process.env.COMPOSE] : ['docker compose', 'docker-compose']
  for (const compose of named.map((name) => name.split(' '))) {
    const [command = '', ...args] = compose
    const version = await run(command, [...args, 'version', '--short']).catch(() => undefined)
    if (version) return { engine, compose, composeVersion: version.toString().trim() }
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
