// Prints the test files that failed, a line each: `node failed-files.mjs REPORT`, a report of vitest's json reporter.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { argv, cwd, stdout } from 'node:process'

const { testResults } = JSON.parse(readFileSync(argv[2], 'utf8'))
for (const { name, status } of testResults) if (status === 'failed') stdout.write(`${path.relative(cwd(), name)}\n`)
