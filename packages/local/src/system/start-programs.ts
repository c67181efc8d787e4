import { isTaken } from '../ports.ts'
import { keepRunning, type Launched, type Running } from './keep-running.ts'
import type { Ports, Program } from './programs.ts'

const maxTries = 3

export type StartOptions = {
  /** Ports that are free now. */
  choosePorts(): Promise<Ports>
  programsOn(ports: Ports): Program[]
  /** A process of the only program, which runs already. */
  launched?: Launched | undefined
  logs: string
  say(line: string): void
}

/**
 * Starts programs together, and answers the ports that they have. Where another process takes a chosen port before its program
 * does, all start again on other ports, because each gets the others' addresses at its start.
 */
export async function startPrograms(options: StartOptions): Promise<{ ports: Ports; running: Running[] }> {
  const { choosePorts, programsOn, logs, say } = options
  let ports = await choosePorts()
  let { launched } = options
  for (let tries = 1; ; tries++) {
    const starts = programsOn(ports).map((program) => keepRunning(program, logs, say, launched))
    launched = undefined
    const ends = await Promise.allSettled(starts)
    const running = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []))
    const failure = ends.find((end) => end.status === 'rejected')
    if (!failure) return { ports, running }
    // Taken ports are looked for once nothing of ours listens.
    await Promise.all(running.map((program) => program.stop()))
    const others = await choosePorts()
    if (tries === maxTries || !(await isLost(ports, others))) throw failure.reason
    say('A port was taken by another program; starting again on other ones')
    ports = others
  }
}

/** Whether another process has one of these ports. The one that the user set is in both. */
async function isLost(ports: Ports, others: Ports): Promise<boolean> {
  const given = new Set(numbersOf(others))
  const chosen = numbersOf(ports).filter((port) => !given.has(port))
  return (await Promise.all(chosen.map(isTaken))).some(Boolean)
}

function numbersOf(ports: Ports): number[] {
  return Object.values(ports).flatMap(({ port, adminPort }) => [port, adminPort])
}
