// Writes docs/openapi.json from the table of operations; with --check it only checks that the file is up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '../packages/shared/src/derive/openapi.ts'

const file = path.resolve(import.meta.dirname, '..', 'docs', 'openapi.json')
const wanted = `${JSON.stringify(openApiDocument(), null, 2)}\n`

if (!process.argv.includes('--check')) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, wanted)
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
  console.error('docs/openapi.json differs from the table of operations: run `npm run openapi`')
  process.exitCode = 1
}
