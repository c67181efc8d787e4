import { expect, it } from 'vitest'
import { reportOf } from './report.ts'
import type { Finding } from './rules/rule.ts'
import { siteOf } from './testing/sites.ts'

const site = siteOf({ '/': '<title>Home</title>', '/a': '<title>A</title>' })
const found = (...codes: string[]) =>
  new Map<string, Finding[]>(codes.map((code) => [code, [{ url: 'https://shop.example/a', detail: null }]]))
const at = (day: number) => ({
  crawlId: `c${day}`,
  pagesDone: 2,
  pagesKnown: 2,
  at: new Date(Date.UTC(2026, 0, day)),
  isComplete: true,
})
const first = reportOf(site, found('TITLE_SHORT', 'H1_MISSING'), at(1), null)
const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code)

it('has nothing new and nothing mended in the first crawl, and names each address once', () => {
  expect([first.issues.some(({ isNew }) => isNew), first.gone, first.urls]).toEqual([
    false,
    [],
    ['https://shop.example/a'],
  ])
})

it('says what is new, what is mended, and since when the rest is there', () => {
  const next = reportOf(site, found('TITLE_SHORT', 'DESC_MISSING'), at(8), first)
  expect(next.issues.map(({ code, isNew, firstSeen }) => [code, isNew, firstSeen.slice(8, 10)])).toEqual([
    ['DESC_MISSING', true, '08'],
    ['TITLE_SHORT', false, '01'],
  ])
  expect(next.gone).toEqual([{ code: 'H1_MISSING', count: 1, firstSeen: first.seen.H1_MISSING }])
})

it('of a crawl that broke off calls nothing mended, and the one after it nothing new that was there before', () => {
  const broken = reportOf(site, found('TITLE_SHORT'), { ...at(8), isComplete: false }, first)
  expect(broken.gone).toEqual([])
  const next = reportOf(site, found('H1_MISSING'), at(15), broken)
  expect(next.issues).toMatchObject([{ code: 'H1_MISSING', isNew: false, firstSeen: first.seen.H1_MISSING }])
  expect(codes(next.gone)).toEqual(['TITLE_SHORT'])
})

it('lists errors first, then warnings, then notices', () => {
  const { issues } = reportOf(site, found('H1_MULTIPLE', 'H1_MISSING', 'TITLE_MISSING'), at(1), null)
  expect(codes(issues)).toEqual(['TITLE_MISSING', 'H1_MISSING', 'H1_MULTIPLE'])
})
