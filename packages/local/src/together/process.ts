import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { stopOnSignal } from '@rts/shared/service/main'
import { openWorkThread, type WorkThread } from '@rts/shared/service/work-thread'
import {
  collectAfterStart,
  hasWorkThread,
  loadProgram,
  type ProgramName,
  programNames,
  type Variables,
} from './programs.ts'

// The programs of a local system in one process. They load their code while the runner still makes the databases, and start with the
// variables that it tells. The thread of their work begins once calls are answered: until then both processors are busy without it.
const running: { stop(): Promise<unknown> }[] = []
stopOnSignal(process, () => Promise.all(running.map(({ stop }) => stop())))
const told: Promise<Variables> = once(process, 'message').then(([variables]) => variables)
const works: { name: ProgramName; env: NodeJS.ProcessEnv; port: MessagePort }[] = []

async function start(name: ProgramName): Promise<void> {
  const program = await loadProgram(name)
  const own = (await told)[name]
  // The sandbox starts only where it is on.
  if (own === undefined) return
  const env = { ...process.env, ...own }
  running.push(await program.start(env, hasWorkThread(name) ? workOf(name, env) : null))
}

function workOf(name: ProgramName, env: NodeJS.ProcessEnv): WorkThread {
  const { port1, port2 } = new MessageChannel()
  works.push({ name, env, port: port2 })
  return openWorkThread(port1, 'close')
}

await Promise.all(programNames.map(start))
process.send?.({ ready: true })
const worker = new Worker(new URL('work-thread.ts', import.meta.url))
worker.on('error', (error) => {
  throw error
})
for (const work of works) worker.postMessage(work, [work.port])
collectAfterStart()
