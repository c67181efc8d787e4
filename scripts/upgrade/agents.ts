import { mcpPath } from '@rts/shared/contract/doors'
import { operations } from '@rts/shared/contract/table'
import { z } from 'zod'
import { ask } from './ask.ts'
import type { Customer, Guest } from './customers.ts'
import { demand, holding, parse, refuseUnavailable, type Tally } from './tally.ts'
import { untilCollected } from './until-collected.ts'

const tools = z.object({ tools: z.array(z.object({ name: z.string() })) })
const called = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string() })).optional(),
  structuredContent: z.unknown().optional(),
})
const shapes = {
  registered: z.object({ token: z.string() }),
  added: z.object({ project: z.object({ id: z.string(), domain: z.string() }) }),
  keyword: z.object({ keyword: z.object({ keyword: z.string() }) }),
  positions: z.object({ rows: z.array(z.object({ keyword: z.string() })) }),
  status: z.object({ kind: z.literal('guest') }),
  planner: z.object({ status: z.string(), rows: z.array(z.object({ keyword: z.string() })) }),
}
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
    const reply = await ask(`${base}${mcpPath}`, { body: { jsonrpc: '2.0', id: 1, method, params }, headers, from })
    return holding(z.object({ result: z.unknown() }), reply).result
  }
  async function use<S extends z.ZodType>(
    shape: S,
    name: string,
    args: object,
    token?: string,
    from?: string,
  ): Promise<z.output<S>> {
    const answer = parse(called, await send('tools/call', { name, arguments: args }, token, from))
    if (answer.isError) throw new Error(answer.content?.[0]?.text ?? 'an error without a text')
    refuseUnavailable(answer.structuredContent)
    return parse(shape, answer.structuredContent)
  }

  /** Whether the phrase of a guest is among its positions. */
  async function readPositions({ token, phrase }: Guest): Promise<void> {
    const { rows } = await use(shapes.positions, tool.positions, {}, token)
    demand(phrase === null || rows.some(({ keyword }) => keyword === phrase), `${phrase} is not listed`)
  }

  return {
    readPositions,
    /** A new agent of a network of its own: it registers, adds a site and a phrase, and reads. */
    async begin(guests: Guest[], pause: () => Promise<unknown>): Promise<void> {
      const nth = ++made
      const from = `127.2.${nth >> 8}.${nth & 255}`
      const phrase = `agent phrase ${nth}`
      await tally.call('agents', 'tools/list', async () => {
        const names = parse(tools, await send('tools/list', {}, undefined, from)).tools.map(({ name }) => name)
        demand(names.join() === tool.register, `tools without a token: ${names.join()}`)
      })
      await pause()
      const answer = await tally.call('agents', tool.register, () =>
        use(shapes.registered, tool.register, { agent_name: `Agent ${nth}` }, undefined, from),
      )
      if (!answer) return
      const guest: Guest = { token: answer.token, phrase: null }
      guests.push(guest)
      await pause()
      await tally.call('agents', 'tools/list with a token', async () => {
        const many = parse(tools, await send('tools/list', {}, guest.token)).tools.length
        demand(many > 5, `${many} tools`)
      })
      await pause()
      await tally.call('agents', tool.addSite, async () => {
        const website = `agent-${nth}.sandbox.example`
        const { project } = await use(shapes.added, tool.addSite, { website }, guest.token)
        demand(project.domain === website, `another site: ${project.domain}`)
      })
      await pause()
      await tally.call('agents', tool.addKeyword, async () => {
        const { keyword } = await use(shapes.keyword, tool.addKeyword, { keyword: phrase }, guest.token)
        demand(keyword.keyword === phrase, `another keyword: ${keyword.keyword}`)
        guest.phrase = phrase
      })
      await pause()
      await tally.call('agents', tool.positions, () => readPositions(guest))
      await pause()
      await tally.call('agents', tool.status, () => use(shapes.status, tool.status, {}, guest.token))
    },
    /** Adds the site of an account whose agent has a lasting key. */
    async addSite(customer: Customer): Promise<void> {
      const website = `lasting-${++made}.sandbox.example`
      await tally.call('agents', tool.addSite, async () => {
        const { project } = await use(shapes.added, tool.addSite, { website }, customer.key)
        customer.sites.push({ ...project, keywords: [] })
      })
    },
    /** Asks for ideas about a phrase that was never asked about. */
    async plan({ key }: Customer): Promise<void> {
      const q = `agent topic ${++made}`
      const look = () => use(shapes.planner, tool.planner, { q }, key)
      await untilCollected(tally, tool.planner, look, ({ status, rows }) => status === 'ready' && rows.length > 0)
    },
  }
}
