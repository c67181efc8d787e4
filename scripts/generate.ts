// Writes the files, and the marked parts of files, that derive from declarations and from the table: node scripts/generate.ts [--check]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { openApiDocument } from '@rts/shared/derive/openapi'
import { versionsPage } from '@rts/shared/derive/versions-page'
import { boardJson } from './generate/board.ts'
import { chartOf } from './generate/chart.ts'
import type { Parts } from './generate/declared.ts'
import { exampleEnv } from './generate/example-env.ts'
import { composeParts, fileParts } from './generate/parts.ts'
import { auditCodesPage } from './generate/reference/audit-codes.ts'
import { commandLinePage } from './generate/reference/command-line.ts'
import { endpointsPage } from './generate/reference/endpoints.ts'
import { errorsPage } from './generate/reference/errors.ts'
import { clientGuides } from './generate/reference/guides.ts'
import { metricsPage } from './generate/reference/metrics.ts'
import { plansPage } from './generate/reference/plans.ts'
import { toolsPage } from './generate/reference/tools.ts'
import { variablesPage } from './generate/reference/variables.ts'

const root = path.resolve(import.meta.dirname, '..')
const compose = filled('docker-compose.yml', composeParts())
const broker = filled('deploy/nats/nats.conf', fileParts['deploy/nats/nats.conf'] ?? {})
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const files: Record<string, string> = {
  'docs/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/api/versions.md': versionsPage(),
  'docs/api/endpoints.md': endpointsPage(),
  ...clientGuides(),
  'docker-compose.yml': compose,
  ...chartOf(compose, broker, version),
  'deploy/example.env': exampleEnv(),
  'deploy/observe/dashboard.json': boardJson(),
  'docs/reference/variables.md': variablesPage(),
  'docs/reference/command-line.md': commandLinePage(),
  'docs/reference/metrics.md': metricsPage(),
  'docs/reference/plans.md': plansPage(),
  'docs/reference/audit-codes.md': auditCodesPage(),
  'docs/reference/errors.md': errorsPage(),
  'docs/agents/tools.md': toolsPage(),
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

/** A file may not be there yet. */
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
