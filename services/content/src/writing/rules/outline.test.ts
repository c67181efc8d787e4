import { describe, expect, it } from 'vitest'
import { factsOf } from './facts.ts'
import { measured, offlineArticle, offlinePlan } from './outline.ts'
import { clipped, countWords, plainLine } from './text.ts'
import type { SiteKnowledge } from './topic.ts'

const topic = { keyword: 'moka pot', country: 'us', language: 'en', context: null }
const site: SiteKnowledge = {
  name: 'Demo Coffee',
  domain: 'shop.example',
  keywords: [
    { phrase: 'moka pot induction', position: 12 },
    { phrase: 'espresso cups', position: 1 },
    { phrase: 'best moka pot', position: null },
    { phrase: 'moka pot', position: 7 },
  ],
  pages: [
    { url: 'https://shop.example/pots', title: 'Moka [pots] <b>and</b> more', heading: 'Pots' },
    { url: 'https://shop.example/mugs', title: 'Mugs', heading: 'Mugs' },
  ],
  questions: ['How long does a moka pot last?', 'What is a mug?', 'How long does a moka pot last?'],
  competitors: ['b.example', 'a.example'],
}
const facts = factsOf(topic, site)

describe('the facts of a text', () => {
  it('are what shares words with the topic, once, the nearest and best placed first', () => {
    expect(facts.keywords.map(({ phrase }) => phrase)).toEqual(['moka pot induction', 'best moka pot'])
    expect(facts.pages).toEqual([{ url: 'https://shop.example/pots', title: 'Moka pots and more', heading: 'Pots' }])
    expect(facts.questions).toEqual(['How long does a moka pot last?'])
    expect(facts.competitors).toEqual(['a.example', 'b.example'])
  })

  it('are the same in whatever order the site says them', () => {
    const turned = { ...site, keywords: site.keywords.toReversed(), questions: site.questions.toReversed() }
    expect(
      factsOf(topic, { ...turned, pages: site.pages.toReversed(), competitors: site.competitors.toReversed() }),
    ).toEqual(facts)
  })

  it('are found in scripts without spaces', () => {
    const other = { ...site, keywords: [{ phrase: '最好的摩卡壶推荐', position: 3 }] }
    expect(factsOf({ ...topic, keyword: '摩卡壶' }, other).keywords).toHaveLength(1)
  })
})

describe('an outline without a writer', () => {
  const article = offlineArticle(facts)

  it('is the same text for the same facts', () => {
    expect(article).toEqual(offlineArticle(factsOf(topic, site)))
    expect(offlinePlan(facts)).toEqual(offlinePlan(factsOf(topic, site)))
  })

  it.each([
    ['tr', 'istanbul oteller', 'İstanbul oteller'],
    ['az', 'içki', 'İçki'],
    ['tr', 'ısparta gülü', 'Isparta gülü'],
    ['en', 'istanbul hotels', 'Istanbul hotels'],
    ['pt-BR', 'água de coco', 'Água de coco'],
  ])('of %s begins with the capital of its language: %s', (language, keyword, title) => {
    const plan = offlinePlan({ ...facts, language, keyword, keywords: [{ phrase: keyword, position: null }] })
    expect([plan.title, plan.outline[0]?.heading, plan.outline[1]?.heading]).toEqual([title, title, title])
  })

  it('has headings from what people search and ask, pages to link to and a checklist', () => {
    const headings = [...article.markdown.matchAll(/^#+ .+$/gm)].map(([line]) => line)
    expect(headings).toEqual([
      '## Moka pot',
      '## Moka pot induction',
      '## Best moka pot',
      '## Questions people ask',
      '### How long does a moka pot last?',
      '## Your pages to link to',
      '## Your tracked phrases about it',
      '## Checklist',
    ])
    expect(article.markdown).toContain('- [Moka pots and more](https://shop.example/pots)')
    expect(article.markdown).toContain('- moka pot induction: position 12\n- best moka pot: no position')
  })

  it('states nothing: every line is a heading, a blank to fill in, a link, a position or a check', () => {
    const lines = article.markdown.split('\n').filter(Boolean)
    const allowed =
      /^(#{2,3} |> This is an outline|- \*\*Fill in: |- \[ \] |- \[[^\]]+\]\(|- .+: (position \d+|no position)$)/
    expect(lines.filter((line) => !allowed.test(line))).toEqual([])
    expect(article.metaDescription).toMatch(/^Fill in: /)
  })

  it('follows its plan where there is one', () => {
    const outline = [{ heading: 'Cleaning', level: 2, points: ['Fill in: how you clean one'] }]
    const { title, markdown } = offlineArticle(facts, { title: 'Care', outline, keywords: [], questions: [] })
    expect(title).toBe('Care')
    expect(markdown).toContain('## Cleaning\n\n- **Fill in: how you clean one**')
    expect(markdown).not.toContain('## Moka pot induction')
  })

  it('of a site without any data still says what to write', () => {
    const bare = factsOf(topic, { ...site, keywords: [], pages: [], questions: [] })
    expect(offlinePlan(bare).outline.map(({ heading }) => heading)).toEqual(['Moka pot'])
    expect(offlineArticle(bare).markdown).toContain('## Checklist')
  })
})

describe('lengths', () => {
  it('a title has at most 60 characters and a description 155, cut at a word', () => {
    const long = 'many words '.repeat(40)
    const { title, metaDescription } = measured({ title: long, metaDescription: long, markdown: 'a' })
    expect([title.length, metaDescription.length]).toEqual(
      [60, 153].map((max) => expect.toSatisfy((n: number) => n <= max)),
    )
    expect(title.endsWith('words') || title.endsWith('many')).toBe(true)
    expect(clipped('👍'.repeat(70), 60)).toBe('👍'.repeat(60))
  })

  it('a line has no tags, brackets or line ends', () => {
    expect(plainLine(' <b>A</b>\n[b](c) \u0007`d` ', 50)).toBe('A b (c) d')
  })

  it('words are counted in any script, and not in addresses', () => {
    expect(countWords('One [two three](https://a.example/four/five).')).toBe(3)
    expect(countWords('我喜欢咖啡')).toBeGreaterThan(1)
    expect(countWords('')).toBe(0)
  })
})
