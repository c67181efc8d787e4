#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../client/src/client.ts'
import { safe } from './output/safe.ts'
import { run } from './run.ts'
import { exits } from './world.ts'

const { env, stdin, stdout, stderr } = process

process.on('uncaughtException', (error) => {
  stderr.write(`rank-tracker-cli: failed unexpectedly: ${safe(String(error))}\n`, () => process.exit(exits.fault))
})

// A reader that has read enough, as `head` has, changes nothing about how the run ends.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

const world = { env, home: homedir(), stdin, stdout, stderr, clock: systemClock }
process.exitCode = await run(process.argv.slice(2), world, version())

/** The version of the package, whose file is further up where it is compiled. */
function version(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url))
  const file = ['..', '../../..'].map((up) => path.join(folder, up, 'package.json')).find((one) => existsSync(one))
  return file === undefined ? 'unknown' : String(JSON.parse(readFileSync(file, 'utf8')).version)
}
