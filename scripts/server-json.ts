// Prints the entry of this installation for registries of MCP servers: node scripts/server-json.ts https://ranks.example > server.json
import { registryEntry } from '@rts/shared/derive/discovery'

const [publicUrl = ''] = process.argv.slice(2)
if (!URL.canParse(publicUrl)) {
  console.error('usage: node scripts/server-json.ts PUBLIC_URL')
  process.exit(1)
}
console.log(JSON.stringify(registryEntry(publicUrl.replace(/\/$/, '')), null, 2))
