import { describe, expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { unknownTool } from './unknown-tool.ts'

const names = catalog.map(({ name }) => name).filter((name) => name !== 'register')

describe('the text for an unknown tool', () => {
  it.each([
    ['keyword_position', 'keyword_positions'],
    ['Keyword-Positions', 'keyword_positions'],
    ['addKeyword', 'add_keyword'],
    ['get_positions', 'keyword_positions'],
    ['rank_comparison', 'rank_compare'],
    ['backlinks', 'backlink_review'],
    ['account', 'account_status'],
  ])('%s is nearest to %s', (asked, nearest) => {
    expect(unknownTool(asked, names)).toBe(`Unknown tool; the nearest is ${nearest}, and tools/list lists all`)
  })

  it.each(['nothing', '__proto__', 'x'.repeat(50_000), ''])('%j is near to none', (asked) => {
    expect(unknownTool(asked, names)).toBe('Unknown tool: tools/list lists all')
  })

  it('says in the lobby what to call first', () => {
    const text = 'Unknown tool. Without a token register is the only one: call it, then reconnect with its token'
    expect(unknownTool('keyword_position', ['register'])).toBe(text)
  })
})
