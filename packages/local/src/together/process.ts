import { Worker } from 'node:worker_threads'

// The programs of a local system in one process, with one work thread for all that have one. Both threads load their code at once,
// while the runner still makes the databases: so the thread begins before this file loads anything.
const worker = new Worker(new URL('work-thread.ts', import.meta.url))
worker.on('error', (error) => {
  throw error
})
const { runTogether } = await import('./run.ts')
await runTogether(worker)
process.send?.({ ready: true })
const { collectAfterStart } = await import('./programs.ts')
collectAfterStart()
