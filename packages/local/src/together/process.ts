import { MessageChannel, Worker } from 'node:worker_threads'
import { stopOnSignal } from '@rts/shared/service/main'
import { openWorkThread } from '@rts/shared/service/work-thread'
import { collectAfterStart, loadProgram, readPrograms, type Together } from './programs.ts'

// The programs of a local system in one process, with one work thread for all that have one.
let worker: Worker | undefined

function startWorker(): Worker {
  const started = new Worker(new URL('work-thread.ts', import.meta.url))
  started.on('error', (error) => {
    throw error
  })
  return started
}

function workThreadOf(program: Together) {
  worker ??= startWorker()
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ program, port: port2 }, [port2])
  return openWorkThread(port1, 'close')
}

async function start(program: Together) {
  const { start, hasWorkThread } = await loadProgram(program)
  return start(program.env, hasWorkThread ? await workThreadOf(program) : null)
}

const running = await Promise.all(readPrograms(process.env).map(start))
stopOnSignal(process, () => Promise.all(running.map(({ stop }) => stop())))
process.send?.({ ready: true })
collectAfterStart()
