// Prints server.json for registries of MCP servers: node scripts/server-json.ts https://ranks.example > server.json
// With a name instead of an address (io.github.you/rank-tracker) it is the entry for every installation.
import { registryEntry, registryTemplate } from '@rts/shared/derive/discovery'
import { release } from '@rts/shared/service/build-info'

const [subject = ''] = process.argv.slice(2)
const isName = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(subject)
if (!isName && !URL.canParse(subject)) {
  console.error('usage: node scripts/server-json.ts PUBLIC_URL | NAME')
  process.exit(1)
}
const { version } = release()
const entry = isName ? registryTemplate(subject, version) : registryEntry(subject.replace(/\/$/, ''), version)
console.log(JSON.stringify(entry, null, 2))
