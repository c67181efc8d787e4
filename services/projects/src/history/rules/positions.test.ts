import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactPage, moreUrls, rankOnPage } from './positions.ts'

const host = fc.constantFrom('example.com', 'blog.example.com', 'notexample.com', 'example.com.evil.org', 'other.org')
const page = (hosts: string[]) =>
  compactPage(hosts.map((name, i) => ({ position: i + 1, host: name, url: `https://${name}/${i}` })))

describe('rankOnPage', () => {
  it('is the first place held by the domain or a subdomain of it, and 0 when none is', () => {
    fc.assert(
      fc.property(fc.array(host, { maxLength: 120 }), (hosts) => {
        const { position, url } = rankOnPage(page(hosts), 'example.com')
        const isOwn = (name: string | undefined) => name === 'example.com' || name === 'blog.example.com'
        if (position === 0) return !hosts.some(isOwn) && url === null
        return (
          isOwn(hosts[position - 1]) &&
          !hosts.slice(0, position - 1).some(isOwn) &&
          url === `https://${hosts[position - 1]}/${position - 1}`
        )
      }),
    )
  })

  it('does not take a longer name that merely ends or begins alike for the domain', () => {
    expect(rankOnPage(page(['notexample.com', 'example.com.evil.org']), 'example.com')).toEqual({
      position: 0,
      url: null,
    })
  })

  it('finds nothing on a page without organic results', () => {
    expect(rankOnPage(compactPage([]), 'example.com')).toEqual({ position: 0, url: null })
  })

  it('keeps the provider’s places when one is missing between them', () => {
    const sparse = compactPage([
      { position: 3, host: 'example.com', url: 'https://example.com/' },
      { position: 1, host: 'other.org', url: 'https://other.org/' },
    ])
    expect(sparse.hosts).toEqual(['other.org', '', 'example.com'])
    expect(rankOnPage(sparse, 'example.com').position).toBe(3)
  })
})

describe('moreUrls', () => {
  it('are the addresses of the domain and its subdomains after the one of its rank', () => {
    fc.assert(
      fc.property(fc.array(host, { maxLength: 120 }), (hosts) => {
        const { url } = rankOnPage(page(hosts), 'example.com')
        const all = page(hosts).urls.filter((each) => /^https:\/\/(blog\.)?example\.com\//.test(each ?? ''))
        expect([...(url === null ? [] : [url]), ...moreUrls(page(hosts), 'example.com')]).toEqual(all)
      }),
    )
  })

  it('are none where the addresses of a page are no longer stored', () => {
    expect(moreUrls({ hosts: ['example.com', 'example.com'], urls: [] }, 'example.com')).toEqual([])
  })
})
