import { mcpPath } from '@rts/shared/contract/doors'
import { textsInFields } from './hostile-fields.ts'
import { type Attack, acceptedByAgents, postingAs } from './hostile-service.ts'
import { signedHeaders } from './signed.ts'
import type { Get } from './signed-get.ts'

const maxBytes = 262_144
const rpc = (method: string, params: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
const call = (given: string) => rpc('tools/call', `{"name":"account_status","arguments":{"x":${given}}}`)
const room = maxBytes - call('').length
const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Another account's list of tools. */
export function listingAs(port: number, accountId: string): Get {
  const headersOf = signedHeaders('mcp', accountId)
  const body = Buffer.from(rpc('tools/list', '{}'))
  return async (target) => {
    const headers = { ...headersOf(target, body), 'content-type': 'application/json', accept: acceptedByAgents }
    const startedAt = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, { method: 'POST', headers, body })
    const { byteLength: bytes } = await answer.arrayBuffer()
    return { status: answer.status, bytes, ms: performance.now() - startedAt, retryAfterMs: 0 }
  }
}

/** The fields of two tools: 256 KB of one text. */
export function textsOfTools(): Attack {
  const calling = (name: string, given: (text: string) => object) =>
    textsInFields(mcpPath, maxBytes, (text) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given(text) },
    }))
  const posts = [
    ...calling('add_keyword', (keyword) => ({ keyword })),
    ...calling('add_project', (text) => ({ website: text, name: text })),
  ]
  return postingAs({ service: 'mcp', account: 'of-messages' }, posts)
}

/** Messages of 256 KB: lists in each other, objects in each other, empty ones in a row, names without end. */
export function messages(): Attack {
  const bodies = [
    lists(Math.floor(room / 2)),
    '{"a":'.repeat(Math.floor((room - 1) / 6)) + 1 + '}'.repeat(Math.floor((room - 1) / 6)),
    `[${'{},'.repeat(Math.floor(room / 3) - 2)}{}]`,
    `{${Array.from({ length: 20_000 }, (_, i) => `"${i}":0`).join()}}`,
  ]
  const posts = bodies.map((body) => ({ target: mcpPath, body: call(body) }))
  return postingAs({ service: 'mcp', account: 'of-messages' }, posts)
}
