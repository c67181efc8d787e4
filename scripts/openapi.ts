// Writes what derives from the table for integrators, the documents docs/openapi.json, docs/errors.md and docs/versions.md and the
// types of the clients; with --check it only checks that they are up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { clientSource } from '../packages/shared/src/derive/client-source.ts'
import { errorsPage } from '../packages/shared/src/derive/errors-page.ts'
import { openApiDocument } from '../packages/shared/src/derive/openapi.ts'
import { pythonSource } from '../packages/shared/src/derive/python-source.ts'
import { versionsPage } from '../packages/shared/src/derive/versions-page.ts'

const root = path.resolve(import.meta.dirname, '..')
const wanted = {
  'docs/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'docs/errors.md': errorsPage(),
  'docs/versions.md': versionsPage(),
  'packages/client/src/api.ts': clientSource(),
  'packages/client-python/src/rank_tracker_client/api.py': pythonSource(),
}

for (const [name, text] of Object.entries(wanted)) {
  const file = path.join(root, name)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${name} differs from its source: run \`npm run openapi\``)
    process.exitCode = 1
  }
}
