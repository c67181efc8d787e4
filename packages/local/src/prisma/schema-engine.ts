#!/usr/bin/env node
// Replaces Prisma's native schema engine, which cannot be downloaded everywhere: same arguments, same JSON-RPC on stdio.
import { readEngineArguments } from './arguments.ts'
import { runDatabaseCommand } from './database-commands.ts'
import { readDatasource } from './datasource.ts'

const unusedUrl = 'postgresql://unused@localhost:1/none'

function log(level: 'INFO' | 'ERROR', fields: object): void {
  const entry = { timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' }
  // Prisma skips the first line of a command's log and reads the others as JSON.
  process.stderr.write(`schema-engine\n${JSON.stringify(entry)}\n`)
}

const options = readEngineArguments(process.argv.slice(2))
const source = readDatasource(options.url ?? unusedUrl)

if (options.version) {
  process.stdout.write('schema-engine-cli wasm\n')
} else if (options.command === undefined) {
  // Prisma reads stderr as JSON lines; Node's note about WebAssembly modules would break it.
  process.removeAllListeners('warning')
  const { serveRpc } = await import('./rpc.ts')
  await serveRpc(process.stdin, process.stdout, source, options.schemaFiles)
} else {
  const failure = await runDatabaseCommand(options.command, source)
  if (failure === undefined) log('INFO', { message: 'Done' })
  else log('ERROR', { message: failure.message, is_panic: false, error_code: failure.code })
  process.exitCode = failure === undefined ? 0 : 1
}
