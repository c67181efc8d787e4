// Loads the statements of one service alone: tests share their modules with the tests of other services.
import { globSync } from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { loadedStatements } from '@rts/shared/sql/statement'

const source: string = workerData
for (const file of globSync('**/*.sql.ts', { cwd: source })) await import(path.join(source, file))
parentPort?.postMessage(loadedStatements().map(({ text, columns }) => ({ text, columns })))
