import { type MessagePort, parentPort } from 'node:worker_threads'
import { collectAfterStart, hasWorkThread, loadProgram, type ProgramName, programNames } from './programs.ts'

// Does the work of each service that has a work thread, and answers its main thread at the other end of `port`.
parentPort?.on('message', async (told: { name: ProgramName; env: NodeJS.ProcessEnv; port: MessagePort }) => {
  const { work } = await loadProgram(told.name)
  await work(told.env, told.port)
})
await Promise.all(programNames.filter(hasWorkThread).map(loadProgram))

collectAfterStart()
