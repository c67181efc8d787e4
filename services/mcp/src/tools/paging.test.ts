import type { Caller } from '@rts/shared/contract/caller'
import { describe, expect, it } from 'vitest'
import { onPageIssuesTool } from './pages.ts'
import { competitorTrafficTool } from './research.ts'
import type { OwnerCall, Tool } from './tool.ts'

const state = { status: 'ready', reason: null, updatedAt: null }
const ids = Array.from({ length: 130 }, (_, i) => `row-${i}`)
const competitors = ids.map((id) => ({ id, domain: `${id}.example.com`, topPages: [] }))
const owned: Record<string, unknown> = {
  'issues.list': { ...state, score: 50, issues: ids.map((id) => ({ id, severity: 'error', urls: [] })), gone: [] },
  'traffic.list': { ...state, rows: competitors, total: competitors.length, nextCursor: null, hint: null },
  'competitors.list': { competitors },
  'sites.get': { project: { id: 'site' } },
}
// safe because the tools here ask for nothing else
const call = (async (name: string) => owned[name]) as unknown as OwnerCall
const caller: Caller = {
  v: 1,
  kid: 'test',
  iss: 'gateway',
  aud: 'mcp',
  iat: 0,
  kind: 'account',
  accountId: 'a',
  plan: 'starter',
  keyId: 'k',
  role: null,
  siteIds: ['site'],
  collect: 'allow',
  requestId: 'r',
}

async function answerOf(tool: Tool, args: object): Promise<{ rows: { id: string }[]; nextCursor: string | null }> {
  const prepared = tool.prepare(args)
  if ('issues' in prepared) throw new Error(prepared.issues.map(({ message }) => message).join())
  return Object(await prepared.run({ caller, call, mcpUrl: '', appUrl: '', closedTools: () => [] }))
}

describe.each([onPageIssuesTool, competitorTrafficTool])('$name, whose owner answers all rows at once', (tool) => {
  it('leads through them page by page, each once', async () => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await answerOf(tool, { limit: 100, ...(cursor ? { cursor } : {}) })
      expect(page).toMatchObject({ status: 'ready', total: 130 })
      expect(page.rows.length).toBeLessThanOrEqual(100)
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(ids)
  })

  it('answers 25 rows unless asked, and never more than 100', async () => {
    expect((await answerOf(tool, {})).rows).toHaveLength(25)
    expect(tool.prepare({ limit: 101 })).toHaveProperty('issues')
  })
})

it('on_page_issues refuses the cursor of another severity, which would skip rows', async () => {
  const { nextCursor: cursor } = await answerOf(onPageIssuesTool, { severity: 'error' })
  await expect(answerOf(onPageIssuesTool, { cursor })).rejects.toThrow('cursor is not a cursor of this list')
})

it('competitor_traffic pages through the competitors that were asked for', async () => {
  const page = await answerOf(competitorTrafficTool, {
    competitors: ['row-7.example.com', 'row-9.example.com'],
    limit: 1,
  })
  expect(page).toMatchObject({ rows: [{ id: 'row-7' }], total: 2, nextCursor: expect.any(String) })
})
