import { dayMs, hourMs } from '@rts/shared/clock'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHidden } from '../../history/rules/positions.ts'
import type { DoubtedPage, Earlier, PageMark } from '../../queue/rules/queue.ts'
import { doubtOf, isConfirmed, isUnread, nextLook, usualOverlap } from './belief.ts'

const at = Date.parse('2026-11-16T06:00:00Z')
const hosts = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)
const page = (count: number, facts: Partial<PageMark> = {}): PageMark => ({
  hosts: hosts(Math.min(count, 10)),
  count,
  depth: 100,
  ...facts,
})
const last = (count = 100, facts: Partial<Earlier> = {}): Earlier => ({ ...page(count), usual: null, ...facts })
const doubted = (mark: PageMark, hours = 0, source = 'serpapi'): DoubtedPage => {
  return { ...mark, source, at: new Date(at + hours * hourMs).toISOString() }
}

describe('doubtOf', () => {
  it('a first page has nothing to be compared with', () => {
    expect(doubtOf(page(0), null)).toBe(null)
  })

  it('a page with under half of the last one’s results is short, as deep as both were read', () => {
    expect(doubtOf(page(49), last(100))).toBe('short')
    expect(doubtOf(page(50), last(100))).toBe(null)
    expect(doubtOf(page(20, { depth: 20 }), last(100))).toBe(null)
    expect(doubtOf(page(9, { depth: 20 }), last(100))).toBe('short')
    expect(doubtOf(page(100), last(20, { depth: 20 }))).toBe(null)
    expect(doubtOf(page(0), last(8))).toBe('short')
  })

  it('a page that shares fewer than two hosts of the first ten is another one', () => {
    expect(doubtOf(page(100, { hosts: hosts(10, 9) }), last())).toBe('other')
    expect(doubtOf(page(100, { hosts: hosts(10, 8) }), last())).toBe(null)
  })

  it('a phrase whose honest pages always change is measured by its own usual overlap', () => {
    const news = page(100, { hosts: hosts(10, 10) })
    let earlier = last()
    let days = 0
    while (doubtOf(news, earlier) && days < 10) {
      earlier = { ...earlier, usual: usualOverlap(news, earlier) }
      days++
    }
    expect(days).toBe(4)
    expect(doubtOf(page(1), earlier)).toBe('short')
  })

  it('a page of such a phrase that lost a site is another one nevertheless', () => {
    expect(doubtOf(page(100, { hosts: hosts(10, 9) }), last(100, { usual: 1 }))).toBe(null)
    expect(doubtOf(page(100, { hosts: hosts(10, 9) }), last(100, { usual: 1 }), true)).toBe('other')
  })

  it('after an empty or tiny page any page is believed', () => {
    expect(doubtOf(page(100), last(0))).toBe(null)
    expect(doubtOf(page(3, { hosts: hosts(3, 20) }), last(1))).toBe('other')
    expect(doubtOf(page(3), last(1))).toBe(null)
  })
})

describe('isConfirmed', () => {
  const other = page(100, { hosts: hosts(10, 50) })
  const confirms = (
    seen: DoubtedPage,
    before: DoubtedPage[],
    why: 'other' | 'short' = 'other',
    usual: number | null = null,
  ) => isConfirmed(seen, before, { why, usual })

  it('by another provider with the same page at once', () => {
    expect(confirms(doubted(other, 0, 'serper'), [doubted(other)])).toBe(true)
    expect(confirms(doubted(page(100), 0, 'serper'), [doubted(other)])).toBe(false)
    expect(confirms(doubted(page(100, { hosts: hosts(10, 55) }), 0, 'serper'), [doubted(other)])).toBe(true)
    // Poison is drawn from well-known hosts.
    expect(confirms(doubted(page(100, { hosts: hosts(10, 56) }), 0, 'serper'), [doubted(other)])).toBe(false)
  })

  it('by the same provider only in three looks over half a day', () => {
    const before = [doubted(other), doubted(other, 1)]
    expect(confirms(doubted(other, 1), [doubted(other)])).toBe(false)
    expect(confirms(doubted(other, 24), [doubted(other)])).toBe(false)
    expect(confirms(doubted(other, 2), before)).toBe(false)
    expect(confirms(doubted(other, 24), before)).toBe(true)
  })

  it('later looks agree by two thirds of the hosts that usually stay', () => {
    const before = [doubted(other), doubted(other, 1)]
    const later = (from: number) => doubted(page(100, { hosts: hosts(10, from) }), 24)
    expect([56, 57, 59].map((from) => confirms(later(from), before))).toEqual([true, false, false])
    expect(confirms(later(59), before, 'other', 1)).toBe(true)
  })

  it('a page that lacks results, as all such pages are alike, only over half a day, and by one provider over two days', () => {
    const short = page(4)
    expect(confirms(doubted(short, 1, 'serper'), [doubted(short)], 'short')).toBe(false)
    expect(confirms(doubted(short, 24, 'serper'), [doubted(short)], 'short')).toBe(true)
    const looks = [doubted(short), doubted(short, 1), doubted(short, 24)]
    expect(confirms(doubted(short, 24), looks.slice(0, 2), 'short')).toBe(false)
    expect(confirms(doubted(short, 48), looks, 'short')).toBe(true)
  })

  it('never by a page of another length', () => {
    const short = page(4, { hosts: hosts(4, 50) })
    expect(confirms(doubted(other, 0, 'serper'), [doubted(short)])).toBe(false)
  })

  it('is symmetric in the two pages', () => {
    const mark = fc.record({
      hosts: fc.uniqueArray(fc.constantFrom(...hosts(15)), { maxLength: 10 }),
      count: fc.nat(100),
      depth: fc.constantFrom(10, 20, 100),
    })
    fc.assert(
      fc.property(mark, mark, (a, b) => {
        expect(confirms(doubted(a, 0, 'x'), [doubted(b)])).toBe(confirms(doubted(b, 0, 'x'), [doubted(a)]))
      }),
    )
  })
})

it('looks again after an hour and after a day, then at the next regular check, and so on', () => {
  const now = new Date(at)
  const three = [at + hourMs, at + dayMs - hourMs, null]
  expect([1, 2, 3, 4, 5, 6].map((looks) => nextLook(looks, now)?.getTime() ?? null)).toEqual([...three, ...three])
})

it('a site that is lost says something only where a page was read through the one after its rank', () => {
  const read = (depth: number) => ({ hosts: ['a.com'], urls: [], depth })
  const owner = { domain: 'own.com', depth: 100, rank: 15 }
  expect([10, 20, 30].map((depth) => isUnread(read(depth), owner))).toEqual([true, true, false])
  expect(isUnread(read(10), { ...owner, depth: 10 })).toBe(false)
  expect(isUnread(read(10), { ...owner, domain: 'a.com' })).toBe(false)
  for (const rank of [0, null]) expect(isUnread(read(10), { ...owner, rank })).toBe(false)
})

it('an owner that nobody could read hides a domain below it, or one without a rank', () => {
  const read = { hosts: ['a.com', '', 'own.com'], urls: [] }
  expect([isHidden(read, 'a.com'), isHidden(read, 'own.com'), isHidden(read, 'gone.com')]).toEqual([false, true, true])
  expect(isHidden({ hosts: ['a.com'], urls: [] }, 'gone.com')).toBe(false)
})
