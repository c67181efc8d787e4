// Writes the files, and the marked parts of files, that derive from declarations: node scripts/generate.ts [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { chartOf } from './generate/chart.ts'
import type { Parts } from './generate/declared.ts'
import { exampleEnv } from './generate/example-env.ts'
import { composeParts, fileParts } from './generate/parts.ts'
import { referencePages } from './generate/reference.ts'
import { stackOf } from './generate/stack.ts'

const root = path.resolve(import.meta.dirname, '..')
const compose = filled('docker-compose.yml', composeParts())
const broker = filled('deploy/nats/nats.conf', fileParts['deploy/nats/nats.conf'] ?? {})
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const files: Record<string, string> = {
  'docker-compose.yml': compose,
  'deploy/stack.yml': stackOf(compose),
  ...chartOf(compose, broker, version),
  'deploy/example.env': exampleEnv(),
  ...referencePages(),
  ...Object.fromEntries(Object.entries(fileParts).map(([file, written]) => [file, filled(file, written)])),
}

/** The file with new lines between each pair of marks, at the marks' indentation: `generated: NAME` … `end`. */
function filled(file: string, parts: Parts): string {
  let text = readFileSync(path.join(root, file), 'utf8')
  for (const [name, lines] of Object.entries(parts)) {
    const part = new RegExp(
      `^( *)((?:#|//|<!--) generated: ${name}(?: -->)?)\\n[^]*?^ *((?:#|//|<!--) end(?: -->)?)$`,
      'm',
    )
    if (!part.test(text)) throw new Error(`${file} has no part "${name}"`)
    text = text.replace(part, (_, indent, start, end) => [start, ...lines, end].map((line) => indent + line).join('\n'))
  }
  return text
}

/** A file of the chart may not be there yet. */
function textOf(file: string): string | undefined {
  const at = path.join(root, file)
  return existsSync(at) ? readFileSync(at, 'utf8') : undefined
}

const differ = Object.entries(files).filter(([file, text]) => textOf(file) !== text)
if (!process.argv.includes('--check')) for (const [file, text] of differ) writeFileSync(path.join(root, file), text)
else if (differ.length > 0) {
  console.error(`${differ.map(([file]) => file).join(', ')}: run \`npm run generate\``)
  process.exitCode = 1
}
