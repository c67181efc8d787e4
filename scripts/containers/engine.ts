import process from 'node:process'
import { runProgram } from '../../harness/program.ts'

/** The compose command of this machine. */
export const composeCommand = process.env.COMPOSE ?? 'docker compose'

/** Runs a program to its end; answers its output. Throws with its stderr if it fails. */
export async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { code, stdout, stderr } = await runProgram(command, args, { env })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${code}\n${stderr.slice(-2_000)}`)
  return stdout.toString().trim()
}

export const docker = (...args: string[]): Promise<string> => run('docker', args)

export function dockerCompose(...args: string[]): Promise<string> {
  const [command = '', ...first] = composeCommand.split(' ')
  return run(command, [...first, ...args])
}

/** The health of a container, as its probe says. */
export const healthOf = (container: string) => docker('inspect', '--format', '{{.State.Health.Status}}', container)

/** One figure of a container's /metrics, read from inside, because the port is not published. */
export async function metricOf(container: string, name: string): Promise<number> {
  const ask = "exec 3<>/dev/tcp/127.0.0.1/9090; printf 'GET /metrics HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3"
  const text = await docker('exec', container, 'bash', '-c', ask)
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
