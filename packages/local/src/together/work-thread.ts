import { type MessagePort, parentPort } from 'node:worker_threads'
import { collectAfterStart, loadProgram, type Together } from './programs.ts'

// Does the work of each service that has a work thread, and answers its main thread at the other end of `port`.
parentPort?.on('message', async ({ program, port }: { program: Together; port: MessagePort }) => {
  const { work } = await loadProgram(program)
  await work(program.env, port)
})
collectAfterStart()
