import { describe, expect, it } from 'vitest'
import { normalPhrase, toQuery } from './query.ts'
import { ranking } from './ranking.ts'

const phrases = [
  'running shoes',
  'Größe XXL',
  '珈琲',
  'c++',
  'a',
  '!!!',
  'kopi luwak terbaik jakarta',
  '🎈',
  'x'.repeat(700),
]

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

describe('ranking', () => {
  it('is the same whenever it is asked for', () => {
    const query = toQuery({ phrase: 'running shoes' })
    expect(ranking(query, '2026-11-21')).toEqual(ranking({ ...query }, '2026-11-21'))
  })

  it.each(phrases)('has 100 results or more, none twice, all of them addresses, for %.20s', (phrase) => {
    const urls = ranking(toQuery({ phrase, country: 'de', language: 'de' }), '2026-02-28')
    expect(urls.length).toBeGreaterThanOrEqual(100)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls.filter((url) => new URL(url).href !== url)).toEqual([])
  })

  it('moves from day to day, most results by three places at most, and a few enter and leave', () => {
    let moved = 0
    let far = 0
    let stayed = 0
    let entered = 0
    for (let n = 0; n < 30; n++) {
      const query = toQuery({ phrase: `phrase ${n}` })
      const before = ranking(query, dayAfter('2026-06-01', n))
      const after = ranking(query, dayAfter('2026-06-01', n + 1))
      for (const [place, url] of after.entries()) {
        const previous = before.indexOf(url)
        if (previous === -1) entered++
        else if (previous === place) stayed++
        else if (Math.abs(previous - place) <= 3) moved++
        else far++
      }
    }
    expect(moved).toBeGreaterThan(30 * 25)
    expect(stayed).toBeGreaterThan(30 * 10)
    expect(far).toBeLessThan(30 * 8)
    expect(entered / 30).toBeGreaterThan(0.5)
    expect(entered / 30).toBeLessThan(8)
  })

  it('differs by country, language and device', () => {
    const base = { phrase: 'running shoes', country: 'us', language: 'en', device: 'desktop' }
    const shown = (over: object) => ranking(toQuery({ ...base, ...over }), '2026-11-21').join()
    const all = [{}, { country: 'gb' }, { language: 'es' }, { device: 'mobile' }, { engine: 'bing' }].map(shown)
    expect(new Set(all).size).toBe(5)
  })

  it('holds hosts named after the phrase, and the domains of examples', () => {
    const hosts = ranking(toQuery({ phrase: 'garden chairs' }), '2026-11-21').map((url) => new URL(url).hostname)
    expect(hosts).toContain('www.gardenchairs.com')
    expect(hosts).toContain('garden-chairs.org')
    expect(hosts).toContain('example.com')
  })

  it('holds the shops of a country on its own pages, for what they are named after', () => {
    const hosts = (phrase: string, country: string) =>
      ranking(toQuery({ phrase, country, language: 'id' }), '2026-11-21').map((url) => new URL(url).hostname)
    for (const phrase of ['kopi', 'kopi susu', 'kopi luwak terbaik jakarta'])
      expect(hosts(phrase, 'id')).toContain('tokokopi.co.id')
    expect(hosts('kopi susu', 'us')).not.toContain('tokokopi.co.id')
    expect(hosts('teh hijau', 'id')).not.toContain('tokokopi.co.id')
  })

  it('reads phrases, countries and languages in any of their spellings', () => {
    expect(normalPhrase('  Cafe\u0301   au LAIT ')).toBe('café au lait')
    expect(toQuery({ phrase: 'x', country: 'UK', language: 'pt-BR' })).toMatchObject({ country: 'gb', language: 'pt' })
  })
})
