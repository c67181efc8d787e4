import { hourMs } from '@rts/shared/clock'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noBlocks } from '../history/rules/blocks.ts'
import type { Doubt } from '../queue/rules/queue.ts'
import type { SerpPage } from './providers/serp.ts'
import { doubtOf, markOf } from './rules/belief.ts'
import { beginTrial } from './trial.ts'

const at = Date.parse('2026-11-16T06:00:00Z')
const calls = { count: () => {} }
const named = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `site${from + i}.org`)
const earlier = { ...markOf({ hosts: named(60) }, 100), usual: null }
const owners = [{ domain: 'site7.org', depth: 100, rank: 8 }]

function answer(source: string, hosts: string[], hours = 0): SerpPage {
  const organic = hosts.map((host, i) => ({ position: i + 1, host, url: `https://${host}/` }))
  const value = { depth: 100, organic, questions: [], blocks: noBlocks }
  return { ok: true, source, sandbox: false, fetchedAt: new Date(at + hours * hourMs), costUsd: null, value }
}

it('a provider confirms itself neither in a look nor in the next, whichever of its engines answered', () => {
  const other = named(60, 100)
  const first = beginTrial({ earlier, doubt: null, owners }, calls)
  expect(first.accepts(answer('searxng:google', other), 'searxng')).toBe(false)
  expect(first.skips('searxng')).toBe(true)
  const again = beginTrial({ earlier, doubt: first.look().doubt, owners }, calls)
  expect(again.accepts(answer('searxng:bing+google', other, 1), 'searxng')).toBe(false)
  expect(again.accepts(answer('serper', other, 1), 'serper')).toBe(true)
})

it('whatever one provider answers in half a day, and however short pages of several agree, no site is lost by it', () => {
  const page = fc.record({
    provider: fc.constantFrom('serpapi', 'serper', 'searxng'),
    hosts: fc.constantFrom(named(0), named(4), named(29), named(60, 100), named(60, 105), named(60, 200)),
    hours: fc.constantFrom(0, 0.5, 1),
  })
  fc.assert(
    fc.property(fc.array(page, { maxLength: 9 }), fc.boolean(), (pages, isOneProvider) => {
      let doubt: Doubt | null = null
      let hours = 0
      for (const { provider, hosts, hours: passed } of pages) {
        hours += passed
        const trial = beginTrial({ earlier, doubt, owners }, calls)
        const name = isOneProvider ? 'serpapi' : provider
        const isShort = doubtOf(markOf({ hosts }, 100), earlier) === 'short'
        const isAccepted = trial.accepts(answer(name, hosts, hours), name)
        if (isOneProvider || isShort) expect(isAccepted).toBe(false)
        if (!isAccepted) doubt = trial.look().doubt
      }
    }),
  )
})
