import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LinkFacts, reviewLink, siteFacts } from './review.ts'

const site = siteFacts(['peets.com'], ['dark roast', 'coffee beans'])
const plain: LinkFacts = {
  domainFrom: 'blog.example.net',
  anchor: 'their beans',
  dofollow: true,
  isLost: false,
  authority: 30,
  spamScore: 10,
  linksOnPage: 20,
  pagesWithAnchor: 1,
  isGone: false,
}
const review = (more: Partial<LinkFacts>) => reviewLink({ ...plain, ...more }, site)
const worst: Partial<LinkFacts> = { spamScore: 90, domainFrom: 'best-casino.example.net', linksOnPage: 500 }

describe('a link is kept at once', () => {
  it.each([
    ['lost', { isLost: true }],
    ['not_followed', { dofollow: false }],
    ['own_domain', { domainFrom: 'blog.peets.com' }],
    ['high_authority', { authority: 60 }],
  ])('%s, however bad it looks', (reason, more) => {
    expect(review({ ...worst, ...more })).toEqual({ suggestion: 'keep', reasons: [reason] })
  })
})

describe('the signals', () => {
  it.each([
    [{}, 'keep', []],
    [{ spamScore: 59 }, 'keep', ['spam_medium']],
    [{ spamScore: 60 }, 'review', ['spam_high']],
    [{ spamScore: 60, linksOnPage: 101 }, 'disavow', ['spam_high', 'many_links']],
    [{ anchor: 'Online CASINO bonus' }, 'review', ['unrelated_trade']],
    [{ domainFrom: 'mybestcasinos.example.net' }, 'review', ['unrelated_trade']],
    [{ domainFrom: 'essex.example.net', anchor: 'essex' }, 'keep', []],
    [{ anchor: 'Dark Roast', authority: 9 }, 'keep', ['exact_phrase']],
    [{ anchor: 'Dark Roast', authority: 10 }, 'keep', []],
    [{ pagesWithAnchor: 50, linksOnPage: 101 }, 'review', ['many_links', 'repeated_anchor']],
    [{ pagesWithAnchor: 50, dofollow: null }, 'keep', []],
    [{ spamScore: 40, isGone: true }, 'review', ['spam_medium', 'page_gone']],
    [{ ...worst, spamScore: null }, 'review', ['unrelated_trade', 'many_links']],
    [{ ...worst, spamScore: null, isGone: true, pagesWithAnchor: 90 }, 'review', undefined],
  ])('%j says %s', (more, suggestion, reasons) => {
    expect(review(more)).toMatchObject(reasons ? { suggestion, reasons } : { suggestion })
  })

  it('a trade that the site tracks itself is none', () => {
    const casino = siteFacts(['luck.example'], ['online casino'])
    expect(reviewLink({ ...plain, anchor: 'casino' }, casino).reasons).toEqual([])
    expect(reviewLink({ ...plain, anchor: 'casino viagra' }, casino).reasons).toEqual(['unrelated_trade'])
  })
})

const order = ['keep', 'review', 'disavow']
const facts = fc.record({
  domainFrom: fc.constantFrom('blog.example.net', 'casino.example.net'),
  anchor: fc.constantFrom(null, 'viagra', 'dark roast', 'here'),
  dofollow: fc.constantFrom(true, null),
  isLost: fc.constantFrom(false, null),
  authority: fc.option(fc.integer({ min: 0, max: 59 })),
  spamScore: fc.option(fc.integer({ min: 0, max: 100 })),
  linksOnPage: fc.option(fc.integer({ min: 0, max: 300 })),
  pagesWithAnchor: fc.integer({ min: 0, max: 80 }),
  isGone: fc.option(fc.boolean()),
})
const of = (link: LinkFacts) => order.indexOf(reviewLink(link, site).suggestion)

it('another signal never softens a suggestion, and what is unknown never hardens one', () => {
  fc.assert(
    fc.property(facts, (link) => {
      const worse: Partial<LinkFacts>[] = [{ linksOnPage: 999 }, { isGone: true }, { domainFrom: 'casino.example.net' }]
      for (const more of [...worse, { spamScore: 100 }])
        expect(of({ ...link, ...more })).toBeGreaterThanOrEqual(of(link))
      const unknown = { anchor: null, linksOnPage: null, isGone: null, spamScore: null, authority: null }
      for (const [name, value] of Object.entries(unknown))
        expect(of({ ...link, [name]: value })).toBeLessThanOrEqual(of(link))
    }),
  )
})

it('nothing is disavowed without a spam score, nor for one reason alone', () => {
  fc.assert(
    fc.property(facts, (link) => {
      const { suggestion, reasons } = reviewLink(link, site)
      if (suggestion !== 'disavow') return
      expect(link.spamScore).not.toBeNull()
      expect(reasons.length).toBeGreaterThanOrEqual(2)
    }),
  )
})
