// Compares the table of operations with that of the last release, which runs beside it during an upgrade: node scripts/neighbours.ts
import path from 'node:path'
import { brokenPromises } from '@rts/shared/derive/neighbours'
import { snapshot } from '@rts/shared/derive/snapshot'
import { lastRelease } from './release/released.ts'

const last = lastRelease(path.resolve(import.meta.dirname, '..'))
const broken = last ? brokenPromises(last, snapshot()) : []
for (const line of broken) console.log(`${line}`)
if (last && broken.length > 0) {
  console.log(`${last.version} cannot run beside this: give what changes another name (docs/internals/decisions.md)`)
  process.exitCode = 1
}
