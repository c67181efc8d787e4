import { once } from 'node:events'
import { MessageChannel, type Worker } from 'node:worker_threads'
import { stopOnSignal } from '@rts/shared/service/main'
import { openWorkThread, type WorkThread } from '@rts/shared/service/work-thread'
import { hasWorkThread, loadProgram, type ProgramName, programNames, type Variables } from './programs.ts'

/** Loads the programs, starts them with the variables that the runner tells, and stops them on a signal. */
export async function runTogether(worker: Worker): Promise<void> {
  const running: { stop(): Promise<unknown> }[] = []
  stopOnSignal(process, () => Promise.all(running.map(({ stop }) => stop())))
  const told: Promise<Variables> = once(process, 'message').then(([variables]) => variables)
  const start = async (name: ProgramName) => {
    const program = await loadProgram(name)
    const env = { ...process.env, ...(await told)[name] }
    running.push(await program.start(env, hasWorkThread(name) ? await openWork(worker, name, env) : null))
  }
  await Promise.all(programNames.map(start))
}

function openWork(worker: Worker, name: ProgramName, env: NodeJS.ProcessEnv): Promise<WorkThread> {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ name, env, port: port2 }, [port2])
  return openWorkThread(port1, 'close')
}
