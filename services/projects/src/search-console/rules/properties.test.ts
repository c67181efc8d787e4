import { describe, expect, it } from 'vitest'
import { inOrderFor, isForSite } from './properties.ts'

describe('a property of the search console', () => {
  it.each([
    ['sc-domain:example.com', 'example.com', true],
    ['sc-domain:example.com', 'shop.example.com', true],
    ['sc-domain:shop.example.com', 'example.com', false],
    ['sc-domain:ample.com', 'example.com', false],
    ['https://example.com/', 'example.com', true],
    ['http://www.example.com/', 'example.com', true],
    ['https://shop.example.com/de/', 'example.com', true],
    ['https://example.com/', 'shop.example.com', false],
    ['https://example.com.evil.net/', 'example.com', false],
    ['android-app://com.example/', 'example.com', false],
    ['', 'example.com', false],
  ])('%s is for %s: %s', (siteUrl, domain, answer) => {
    expect(isForSite(siteUrl, domain)).toBe(answer)
  })

  it('of the site comes first, its whole domain before all', () => {
    const urls = ['https://a.org/', 'https://shop.example.com/', 'sc-domain:example.com', 'sc-domain:shop.example.com']
    const ordered = inOrderFor(
      urls.map((siteUrl) => ({ siteUrl })),
      'shop.example.com',
    )
    expect(ordered.map(({ siteUrl }) => siteUrl)).toEqual([urls[3], urls[2], urls[1], urls[0]])
    expect(ordered.map((each) => each.isForSite)).toEqual([true, true, true, false])
  })
})
