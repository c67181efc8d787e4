import type { Caller } from '@rts/shared/contract/caller'
import { operationOf } from '@rts/shared/contract/table'
import { createLogger } from '@rts/shared/logger'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { catalog, lobbyTool } from './catalog.ts'
import { filled } from './testing/filled.ts'
import type { OwnerCall, Tool } from './tool.ts'
import { createToolbox } from './toolbox.ts'

const caller: Caller = {
  v: 1,
  kid: 'test',
  iss: 'gateway',
  aud: 'mcp',
  iat: 0,
  kind: 'account',
  accountId: 'a',
  plan: 'scale',
  keyId: 'k',
  role: null,
  siteIds: null,
  collect: 'allow',
  requestId: 'r',
}
const texts = {
  ordinary: 'https://demo.sandbox.example/blog/best-coffee-beans-for-espresso',
  escaped: `https://a.example/${'%E2%82%AC%9F'.repeat(160)}`,
  random: `https://a.example/?q=${'aZ9-xQ_7kP2vL0mR8tY4'.repeat(90)}`,
  quoted: `${'"\\'.repeat(900)}`,
  japanese: 'コーヒー豆のおすすめ'.repeat(40),
  rare: '\u{a500}\u{20001}'.repeat(250),
  controls: 'a\u202e\u0007'.repeat(600),
}
const required: Record<string, object> = {
  rank_history: { keyword_id: 'k' },
  results_page: { keyword_id: 'k' },
  rank_drops: { since: '2026-01-01', limit: 10 },
}
const read = catalog.filter(({ hints, name }) => hints.reads && name !== 'competitors')

/** Owners have more rows than the tool may ask for, each with this text wherever possible. */
async function largest(tool: Tool, text: string) {
  const limits: number[] = []
  // safe because an answer is made of its row's own schema
  const call = (async (name: Parameters<OwnerCall>[0], input: { query?: { limit?: number } }) => {
    const { response } = operationOf(name)
    const { limit } = input.query ?? {}
    if (limit !== undefined) limits.push(limit)
    // Without a limit: a whole list, each row as long as possible.
    const many = { rows: limit ?? 300, projects: limit ?? 300, keywords: limit ?? 300, history: limit ?? 30 }
    const lists = { ...many, queries: limit ?? 300, issues: 300, pages: 1_000, phrases: 300, days: 480, scores: 480 }
    return filled(response, text, { ...lists, competitors: 20, engines: 5, citations: 20, notes: 1_000, gone: 120 })
  }) as unknown as OwnerCall
  const callerOf = () => call
  const publicUrl = 'https://ranks.example'
  const toolbox = createToolbox({ catalog, lobbyTool, callerOf, publicUrl, logger: createLogger('mcp', 'silent') })
  const input = { project_id: 's', ...('limit' in tool.input.shape ? { limit: 100 } : {}), ...required[tool.name] }
  const { project_id: _site, ...without } = input
  const asked = 'project_id' in tool.input.shape ? input : without
  const answer = await toolbox.call(tool.name, asked, { caller, left: new AbortController().signal })
  const [block] = answer?.content ?? []
  const json = block?.type === 'text' ? block.text : ''
  if (answer?.isError) throw new Error(json)
  const rows: unknown[] = Object(answer?.structuredContent)[tool.list] ?? []
  return { tokens: countTokens(json), rows: rows.length, limits }
}

describe.each(read)('the largest page of $name', (tool) => {
  it.each(Object.entries(texts))('with %s texts is within 10,000 tokens', async (_kind, text) => {
    const { tokens, rows } = await largest(tool, text)
    expect(rows).toBeGreaterThan(0)
    expect(tokens).toBeLessThanOrEqual(10_000)
  })
})

it('a page that is cut is read again with as many rows as fit, so that its cursor leads on behind them', async () => {
  const tool = read.find(({ name }) => name === 'keyword_positions') ?? lobbyTool
  const { rows, limits } = await largest(tool, texts.ordinary)
  expect(limits).toEqual([100, rows])
  expect(rows).toBeGreaterThan(10)
})
