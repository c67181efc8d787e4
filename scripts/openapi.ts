// Writes the documents that derive from the table for integrators; with --check it only checks that they are up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openApiDocument } from '../packages/shared/src/derive/openapi.ts'
import { versionsPage } from '../packages/shared/src/derive/versions-page.ts'

const root = path.resolve(import.meta.dirname, '..')
const wanted = {
  'docs/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/api/versions.md': versionsPage(),
}

for (const [name, text] of Object.entries(wanted)) {
  const file = path.join(root, name)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${name} differs from its source: run \`npm run openapi\``)
    process.exitCode = 1
  }
}
