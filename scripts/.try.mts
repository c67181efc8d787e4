import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
const url = new URL('http://127.0.0.1:18090/mcp')
async function client(token?: string) {
  const c = new Client({ name: 't', version: '1' })
  await c.connect(new StreamableHTTPClientTransport(url, token ? { requestInit: { headers: { authorization: `Bearer ${token}` } } } : {}))
  return c
}
const lobby = await client()
console.log('lobby', (await lobby.listTools()).tools.map(t => t.name), lobby.getInstructions()?.slice(0,40))
console.log('lobby rank_history', await lobby.callTool({ name: 'rank_history', arguments: {} }))
const r = await lobby.callTool({ name: 'register', arguments: { agent_name: 'Tester' } })
console.log(JSON.stringify(r).slice(0, 1500))
const again = await lobby.callTool({ name: 'register', arguments: {} })
console.log('again', JSON.stringify(again))
const token = (r.structuredContent as any)?.token
if (token) {
const guest = await client(token)
const list = (await guest.listTools()).tools
console.log('guest', list.map(t => t.name), JSON.stringify(list).length)
const show = async (name: string, args: any = {}) => { const t = performance.now(); const a = await guest.callTool({ name, arguments: args }); console.log(name, JSON.stringify(args), Math.round(performance.now()-t)+'ms', JSON.stringify(a.isError ? a.content : a.structuredContent).slice(0, 700)); return a.structuredContent as any }
await show('add_keyword', { keyword: 'coffee' })
await show('add_project', { url: 'https://WWW.Example.com/' })
await show('add_project', { website: 'example.com' })
await show('add_project', { website: 'other.com' })
const k = await show('add_keyword', { keyword: 'coffee' })
await show('add_keyword', { keyword: 'tea' })
await show('add_keyword', { keyword: 'milk' })
await show('keyword_positions')
await show('rank_history', { keyword_id: k?.keyword.id })
await show('keyword_gap')
await show('competitors')
await show('add_keyword', { keyword: 5, x: 1, country: 'USA' })
await show('rank_history', { keyword_id: 'nope' })
await show('request_link', { reason: 'hi' })
await show('account_status')
await show('register')
console.log('after', JSON.stringify(await lobby.callTool({ name: 'register', arguments: {} })))
}
