import { describe, expect, it } from 'vitest'
import { type Asked, groupOf, tokenOf } from './requested-check.ts'

const now = new Date('2026-11-24T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const keyword = (changes: Partial<Asked> = {}): Asked => ({
  keywordId: 'k',
  targetId: 't',
  frozen: false,
  paused: false,
  waits: false,
  joinsAt: null,
  status: 'ok',
  checkedAt: minutesAgo(90),
  ...changes,
})
const group = (changes: Partial<Asked>, again = false) => groupOf(keyword(changes), { now, again })

describe('a requested check', () => {
  it('is bought where the last one is an hour old, failed, or never was', () => {
    expect(group({})).toBe('bought')
    expect(group({ checkedAt: minutesAgo(60) })).toBe('bought')
    expect(group({ status: 'failed', checkedAt: minutesAgo(1) })).toBe('bought')
    expect(group({ status: null, checkedAt: null })).toBe('bought')
  })

  it('is left out within the hour, unless it is confirmed', () => {
    expect(group({ checkedAt: minutesAgo(59.9) })).toBe('recent')
    expect(group({ checkedAt: minutesAgo(1) }, true)).toBe('bought')
  })

  it('buys nothing for a page that the account waits for', () => {
    expect(group({ waits: true, joinsAt: now }, true)).toBe('waiting')
    expect(group({ joinsAt: now }, true)).toBe('joining')
  })

  it('is never bought for a frozen keyword or a paused site', () => {
    expect(group({ frozen: true, paused: true }, true)).toBe('frozen')
    expect(group({ paused: true, waits: true }, true)).toBe('paused')
  })

  it('has one name until the next check of the keyword ends', () => {
    expect(tokenOf(keyword())).toBe(tokenOf(keyword({ joinsAt: now })))
    expect(tokenOf(keyword())).not.toBe(tokenOf(keyword({ checkedAt: minutesAgo(1) })))
    expect(tokenOf(keyword())).not.toBe(tokenOf(keyword({ keywordId: 'other' })))
  })
})
