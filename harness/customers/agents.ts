import { mcpPath } from '@rts/shared/contract/doors'
import { operations } from '@rts/shared/contract/table'
import { z } from 'zod'
import { demand, type Tally } from '../calls.ts'
import { ask, holding, parse, untilCollected } from './answers.ts'
import type { Customer } from './rest.ts'

/** A guest, and the one phrase that it tracks. */
export type Guest = { token: string; phrase: string | null }
export type Agents = ReturnType<typeof createAgents>

const result = z.object({ result: z.unknown() })
const called = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string() })).optional(),
  structuredContent: z.unknown().optional(),
})
const phrases = z.array(z.object({ keyword: z.string() }))
const added = z.object({ project: z.object({ id: z.string(), domain: z.string() }) })
const tool = {
  register: operations['guests.register'].mcp.tool,
  addSite: operations['sites.create'].mcp.tool,
  addKeyword: operations['keywords.create'].mcp.tool,
  positions: operations['overview.get'].mcp.tool,
  status: operations['accountStatus.get'].mcp.tool,
  planner: operations['planner.list'].mcp.tool,
}

/** The calls of agents at `/mcp`. */
export function createAgents(base: string, tally: Tally) {
  let made = 0
  async function send(method: string, params: object, token?: string, from?: string): Promise<unknown> {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const headers = { accept: 'application/json, text/event-stream', ...authorization }
    const reply = await ask(base + mcpPath, { body: { jsonrpc: '2.0', id: 1, method, params }, headers, from })
    return holding(result, reply).result
  }
  async function use<S extends z.ZodRawShape>(shape: S, name: string, args: object, token?: string, from?: string) {
    const answer = parse(called, await send('tools/call', { name, arguments: args }, token, from))
    if (answer.isError) throw new Error(answer.content?.[0]?.text ?? 'an error without a text')
    return parse(z.object(shape), answer.structuredContent)
  }
  async function toolNames(token?: string, from?: string): Promise<string[]> {
    const shape = z.object({ tools: z.array(z.object({ name: z.string() })) })
    return parse(shape, await send('tools/list', {}, token, from)).tools.map(({ name }) => name)
  }

  /** Whether the phrase of a guest is among its positions. */
  async function readPositions({ token, phrase }: Guest): Promise<void> {
    const { rows } = await use({ rows: phrases }, tool.positions, {}, token)
    demand(phrase === null || rows.some(({ keyword }) => keyword === phrase), `${phrase} is not listed`)
  }
  async function readStatus(token: string, kind: 'guest' | 'lasting'): Promise<void> {
    await use({ kind: z.literal(kind) }, tool.status, {}, token)
  }

  return {
    readPositions,
    /** Reads what an agent with a lasting key has. */
    positions: ({ key }: Customer) =>
      tally.call('agents', tool.positions, () => readPositions({ token: key, phrase: null })),
    status: ({ key }: Customer) => tally.call('agents', tool.status, () => readStatus(key, 'lasting')),
    /** A new agent of a network of its own: it registers, adds a site and a phrase, and reads. */
    async begin(guests: Guest[], pause: () => Promise<unknown> = async () => {}): Promise<void> {
      const nth = ++made
      const from = `127.2.${nth >> 8}.${nth & 255}`
      const call = async <T>(name: string, run: () => Promise<T>): Promise<T | undefined> => {
        const answer = await tally.call('agents', name, run)
        await pause()
        return answer
      }
      await call('tools/list', async () => {
        const names = await toolNames(undefined, from)
        demand(names.join() === tool.register, `tools without a token: ${names.join()}`)
      })
      const answer = await call(tool.register, () =>
        use({ token: z.string() }, tool.register, { agent_name: `Agent ${nth}` }, undefined, from),
      )
      if (!answer) return
      const guest: Guest = { token: answer.token, phrase: null }
      guests.push(guest)
      await call('tools/list with a token', async () => {
        const { length } = await toolNames(guest.token)
        demand(length > 5, `${length} tools`)
      })
      await call(tool.addSite, async () => {
        const website = `agent-${nth}.sandbox.example`
        const { project } = await use(added.shape, tool.addSite, { website }, guest.token)
        demand(project.domain === website, `another site: ${project.domain}`)
      })
      await call(tool.addKeyword, async () => {
        const phrase = `agent phrase ${nth}`
        const { keyword } = await use({ keyword: phrases.element }, tool.addKeyword, { keyword: phrase }, guest.token)
        demand(keyword.keyword === phrase, `another keyword: ${keyword.keyword}`)
        guest.phrase = phrase
      })
      await call(tool.positions, () => readPositions(guest))
      await call(tool.status, () => readStatus(guest.token, 'guest'))
    },
    /** Adds the site of an account whose agent has a lasting key. */
    async addSite(customer: Customer): Promise<void> {
      const website = `lasting-${++made}.sandbox.example`
      await tally.call('agents', tool.addSite, async () => {
        const { project } = await use(added.shape, tool.addSite, { website }, customer.key)
        customer.sites.push({ ...project, keywords: [] })
      })
    },
    /** Asks for ideas about a phrase that was never asked about. */
    async plan({ key }: Customer): Promise<void> {
      const q = `agent topic ${++made}`
      const look = () => use({ status: z.string(), rows: phrases }, tool.planner, { q }, key)
      await untilCollected(tally, tool.planner, look, ({ status, rows }) => status === 'ready' && rows.length > 0)
    },
  }
}
