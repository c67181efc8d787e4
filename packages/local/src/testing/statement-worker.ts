// Loads the statements of these files alone: tests share their modules with the tests of other services.
import { parentPort, workerData } from 'node:worker_threads'
import { loadedStatements } from '@rts/shared/sql/statement'

const files: string[] = workerData
for (const file of files) await import(file)
parentPort?.postMessage(loadedStatements().map(({ text, name, columns }) => ({ text, name, columns })))
