// Derives deploy/stack.yml from docker-compose.yml: node scripts/stack.ts [--check]
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { stackOf } from './containers/stack.ts'

const root = path.resolve(import.meta.dirname, '..')
const file = path.join(root, 'deploy/stack.yml')
const derived = stackOf(readFileSync(path.join(root, 'docker-compose.yml'), 'utf8'))

if (!process.argv.includes('--check')) writeFileSync(file, derived)
else if (readFileSync(file, 'utf8') !== derived) {
  console.error('deploy/stack.yml does not match docker-compose.yml: run `npm run stack`')
  process.exitCode = 1
}
