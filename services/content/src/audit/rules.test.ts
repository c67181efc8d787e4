import { describe, expect, it } from 'vitest'
import { pageOf } from '../page/testing/pages.ts'
import { auditPage, auditSite, catalogue } from './catalogue.ts'
import { type GivenPage, pageCases } from './testing/page-cases.ts'
import { type GivenSite, siteCases } from './testing/site-cases.ts'
import { origin, siteOf } from './testing/sites.ts'

const issuesOf = (given: GivenPage) => new Map(auditPage(typeof given === 'string' ? pageOf(given) : pageOf(...given)))

describe('an issue of a page', () => {
  it.each(Object.entries(pageCases))('%s is found where it is, and only there', (code, [has, hasNot, detail]) => {
    expect(issuesOf(has).has(code)).toBe(true)
    expect(issuesOf(hasNot).has(code)).toBe(false)
    if (detail !== undefined) expect(issuesOf(has).get(code)).toBe(detail)
  })

  it('has details that are short whatever the page says', () => {
    for (const [, detail] of issuesOf(`<title>${'x'.repeat(100_000)}</title>`))
      expect((detail ?? '').length).toBeLessThan(450)
  })
})

const addressesOf = async ([places, more]: GivenSite, code: string) =>
  ((await auditSite(siteOf(places, more))).get(code) ?? []).map(({ url }) => url)

describe('an issue of a site', () => {
  it.each(Object.entries(siteCases))('%s is found where it is, and only there', async (code, [has, at, hasNot]) => {
    expect(await addressesOf(has, code)).toEqual(at.map((path) => `${origin}${path}`))
    expect(await addressesOf(hasNot, code)).toEqual([])
  })

  it('NOINDEX_SITEWIDE is also found where most of at least five pages say so', async () => {
    const places = Object.fromEntries(
      ['/a', '/b', '/c', '/d', '/e'].map((path) => [
        path,
        path === '/e' ? '' : '<meta name="robots" content="noindex">',
      ]),
    )
    expect(await addressesOf([places], 'NOINDEX_SITEWIDE')).toEqual([`${origin}/`])
  })
})

describe('the catalogue', () => {
  it('is tested issue by issue', () => {
    expect([...Object.keys(pageCases), ...Object.keys(siteCases)].sort()).toEqual([...catalogue.keys()].sort())
  })

  it('has at least 90 issues, each with a text for people', () => {
    expect(catalogue.size).toBeGreaterThanOrEqual(90)
    for (const [code, issue] of catalogue) {
      expect(code).toMatch(/^[A-Z][A-Z\d_]+$/)
      for (const text of [issue.description, issue.howToFix]) expect(text, code).toMatch(/^.{20,200}[.]$/)
      expect(issue.title, code).toMatch(/^.{5,60}[^.]$/)
    }
  })
})
