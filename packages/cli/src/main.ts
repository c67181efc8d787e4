#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { run } from './run.ts'

// A reader that has read enough, as `head` has, ends the run quietly.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })

const { env, stdin, stdout, stderr } = process
process.exitCode = await run(process.argv.slice(2), { env, home: homedir(), stdin, stdout, stderr }, version())

/** The version of the package, whose file is further up where it is compiled. */
function version(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url))
  const file = ['..', '../../..'].map((up) => path.join(folder, up, 'package.json')).find((one) => existsSync(one))
  return file === undefined ? 'unknown' : String(JSON.parse(readFileSync(file, 'utf8')).version)
}
