import { isTaken } from '../ports.ts'
import { keepRunning, type Launched, type Running } from './keep-running.ts'
import type { Ports, Program } from './programs.ts'

const maxTries = 3

export type StartOptions = {
  choosePorts(): Promise<Ports>
  programsOn(ports: Ports): Program[]
  /** A process of the only program, which runs already. */
  launched?: Launched | undefined
  logs: string
  say(line: string): void
}

/** Starts programs together, and answers their ports. If another process takes one of these first, all start again on other ports. */
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
    await Promise.all(running.map((program) => program.stop()))
    const others = await choosePorts()
    if (tries === maxTries || !(await isLost(ports, others))) throw failure.reason
    say('A port was taken by another program; starting again on other ones')
    ports = others
  }
}

async function isLost(ports: Ports, others: Ports): Promise<boolean> {
  const given = new Set(numbersOf(others))
  const chosen = numbersOf(ports).filter((port) => !given.has(port))
  return (await Promise.all(chosen.map(isTaken))).some(Boolean)
}

function numbersOf(ports: Ports): number[] {
  return Object.values(ports).flatMap(({ port, adminPort }) => [port, adminPort])
}
