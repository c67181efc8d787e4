import { describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { unknownTool } from './unknown-tool.ts'

const listed = catalog.map(({ name }) => name).filter((name) => name !== 'register')
const open = ['account_status', 'keyword_positions']
const inAll = 'this key may call account_status, keyword_positions'

describe('the text for an unknown tool', () => {
  it.each([
    ['keyword_position', 'keyword_positions'],
    ['Keyword-Positions', 'keyword_positions'],
    ['addKeyword', 'add_keyword'],
    ['get_positions', 'keyword_positions'],
    ['rank_comparison', 'rank_compare'],
    ['backlinks', 'backlink_review'],
    ['account', 'account_status'],
    ['visibility', 'ai_visibility'],
  ])('%s: the nearest is %s, and what the key may use is named', (asked, nearest) => {
    const text = unknownTool(asked, { listed, open })
    expect(text).toMatch(new RegExp(`^Unknown tool; near it: ${nearest}\\b.*\\. In all, ${inAll}$`))
  })

  it.each(['nothing', '__proto__', 'x'.repeat(50_000), ''])('%j is near to none', (asked) => {
    expect(unknownTool(asked, { listed, open })).toBe(`Unknown tool: ${inAll}`)
  })

  it('says in the lobby what to call first', () => {
    const text = 'Unknown tool. Without a token register is the only one: call it, then reconnect with its token'
    expect(unknownTool('keyword_position', { listed: ['register'], open: ['register'] })).toBe(text)
  })
})
