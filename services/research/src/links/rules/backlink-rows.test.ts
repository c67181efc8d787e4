import { countWork, linearGrowth } from '@rts/shared/testing/work'
import { afterAll, expect, it } from 'vitest'
import { backlinkRows } from './backlink-rows.ts'
import { type LinkRow, unknownLink } from './link-row.ts'
import { siteFacts } from './review.ts'

const work = countWork(import.meta.resolve('./backlink-rows.ts'), backlinkRows.name)
afterAll(() => work.stop())

function links(count: number, anchor: string | null): LinkRow[] {
  return Array.from({ length: count }, (_, i) => ({
    ...unknownLink,
    urlFrom: `https://a.b/${i}`,
    domainFrom: 'a.b',
    urlTo: 'https://peets.com/',
    anchor,
    dofollow: true,
    source: 'bing',
    sandbox: false,
  }))
}

it.each([
  ['the word of a trade', 'casino', 400],
  ['no text', null, 2_400],
])(
  'links of one domain with %s, to a site of many phrases: the work grows with their number alone',
  async (_case, anchor, max) => {
    const input = (size: number) => {
      const phrases = Array.from({ length: size }, (_, i) => `dark roast ${i}`)
      return [
        links(size, anchor),
        siteFacts(['peets.com'], phrases),
        new Date(0),
        { seen: new Map(), disavowed: new Set() },
      ]
    }
    expect(await work.growthOf(input, max)).toBeLessThan(linearGrowth)
  },
)

it('pages of one domain are counted once each, whatever they link to', () => {
  const known = { seen: new Map(), disavowed: new Set<string>() }
  const review = (rows: LinkRow[]) => backlinkRows(rows, siteFacts(['peets.com'], []), new Date(0), known)
  const twice = links(49, 'here').flatMap((link) => [link, { ...link, urlTo: 'https://peets.com/b' }])
  expect(review(twice).some(({ reasons }) => reasons.includes('repeated_anchor'))).toBe(false)
  expect(review(links(50, 'here')).every(({ reasons }) => reasons.includes('repeated_anchor'))).toBe(true)
})
