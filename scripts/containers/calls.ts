import { until } from '@rts/local/testing/until'
import { mcpPath, restBasePath } from '@rts/shared/contract/doors'
import { operations } from '@rts/shared/contract/table'
import { z } from 'zod'
import type { Keys } from './load.ts'

/** A running system seen from outside: its public address, and the operator's command line. */
export type System = { base: string; operator(...args: string[]): Promise<string> }

const project = z.object({ project: z.object({ id: z.string() }) })
const keyword = z.object({ keyword: z.object({ id: z.string() }) })
const keywords = z.object({ keywords: z.array(z.object({ lastCheck: z.object({ status: z.string() }).nullish() })) })
const history = z.object({ history: z.array(z.object({ position: z.number().nullable() })) })
const loadedAccounts = 50

export async function rest<S extends z.ZodType>(
  base: string,
  key: string,
  answer: S,
  target: string,
  body?: object,
): Promise<z.output<S>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${base}${restBasePath}${target}`, { headers, ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`${target}: ${response.status} ${text}`)
  return answer.parse(JSON.parse(text))
}

/** Sends one message to the agents' endpoint; answers its result. */
async function agent(base: string, method: string, params: object, token?: string): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(`${base}${mcpPath}`, { method: 'POST', headers, body })
  const text = await response.text()
  const { result } = z.object({ result: z.looseObject({ isError: z.boolean().optional() }) }).parse(JSON.parse(text))
  if (result.isError) throw new Error(`${method}: ${text}`)
  return result
}

const structured = <S extends z.ZodType>(shape: S, result: unknown): z.output<S> =>
  shape.parse(z.object({ structuredContent: z.unknown() }).parse(result).structuredContent)
const call = (name: string, args: object) => ({ name, arguments: args })

/** Makes a key, for a new account unless one is given, as in the documentation. */
export async function newKey({ operator }: System, kind: 'server' | 'lasting' = 'server', account?: string) {
  const made = z.object({ id: z.string() })
  const id =
    account ??
    made.parse(
      JSON.parse(
        await operator('account', 'create', '--email', `${crypto.randomUUID()}@example.com`, '--plan', 'scale'),
      ),
    ).id
  const created = JSON.parse(await operator('key', 'create', '--account', id, '--name', 'containers', '--kind', kind))
  return { account: id, key: z.object({ key: z.string() }).parse(created).key }
}

/** Makes the first five calls of the README; answers the result of the last one. */
export async function readmeCalls(system: System): Promise<string> {
  const { base } = system
  const { key } = await newKey(system)
  await rest(base, key, z.object({ projects: z.array(z.unknown()).length(0) }), '/projects')
  const site = (await rest(base, key, project, '/projects', { name: 'Peets', domain: 'peets.com' })).project.id
  const phrase = (await rest(base, key, keyword, `/projects/${site}/keywords`, { keyword: 'coffee' })).keyword.id
  const checked = async () =>
    (await rest(base, key, keywords, `/projects/${site}/keywords`)).keywords[0]?.lastCheck?.status === 'ok'
  await until('the check of the keyword', checked, 60_000, 3_000)
  const { history: rows } = await rest(base, key, history, `/projects/${site}/keywords/${phrase}/history`)
  if (rows.length !== 1) throw new Error(`a history of ${rows.length} rows`)
  return `five calls; position ${rows[0]?.position}`
}

/** Plays an agent without a key: it sees one tool, registers, and adds its site and a keyword with the token. */
export async function agentRegisters({ base }: System): Promise<string> {
  const tools = z.object({ tools: z.array(z.object({ name: z.string() })) })
  const names = tools.parse(await agent(base, 'tools/list', {})).tools.map(({ name }) => name)
  const register = operations['guests.register'].mcp.tool
  if (names.join() !== register) throw new Error(`tools without a key: ${names.join()}`)
  const registered = await agent(base, 'tools/call', call(register, { agent_name: 'Probe' }))
  const { token } = structured(z.object({ token: z.string() }), registered)
  const many = tools.parse(await agent(base, 'tools/list', {}, token)).tools.length
  await agent(base, 'tools/call', call('add_project', { website: 'example.org' }), token)
  await agent(base, 'tools/call', call('add_keyword', { keyword: 'coffee' }), token)
  return `one tool without a key, ${many} with the token; site and keyword added`
}

/** Makes keys for a load below every limit. */
export async function keysForLoad(system: System): Promise<Keys> {
  const seeded = await system.operator(
    'keys',
    'seed',
    '--accounts',
    String(loadedAccounts),
    '--keys',
    '1',
    '--plan',
    'scale',
    '--out',
    '/dev/stdout',
  )
  const server = seeded.split('\n').filter((line) => line.startsWith('rts_sk_'))
  const first = await newKey(system, 'lasting')
  const more = await Promise.all([1, 2, 3, 4, 5].map(() => newKey(system, 'lasting', first.account)))
  await agent(system.base, 'tools/call', call('add_project', { website: 'example.net' }), first.key)
  return { server, agent: [first, ...more].map(({ key }) => key) }
}
