import fc from 'fast-check'
import { parse } from 'tldts'
import { describe, expect, it } from 'vitest'
import { hostOfUrl, isWithin, normaliseHost } from './hosts.ts'
import { runs } from './testing/runs.ts'

const hostOf = (input: string) => {
  const result = normaliseHost(input)
  return result.ok ? result.host : null
}
const label = (length: number) => 'a'.repeat(length)

describe('normaliseHost', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  HTTPS://WWW.Example.COM./  ', 'example.com'],
    ['http://example.com/', 'example.com'],
    ['example.com.', 'example.com'],
    ['www.www.example.com', 'example.com'],
    ['blog.example.co.uk', 'blog.example.co.uk'],
    ['someone.github.io', 'someone.github.io'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['MÜNCHEN.DE', 'xn--mnchen-3ya.de'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['example。com', 'example.com'],
    ['123.com', '123.com'],
    ['www.com', 'www.com'],
    ['www.gov.uk', 'www.gov.uk'],
    ['news.demo.sandbox.example', 'news.demo.sandbox.example'],
  ])('reads %s as %s', (input, host) => {
    expect(hostOf(input)).toBe(host)
  })

  it.each([
    ['', ' ', '.', '..', '/', 'https://', 'www.', 'localhost', 'com', 'example', 'münchen'],
    [
      'example.com:80',
      'https://example.com:443/',
      'user@example.com',
      'https://user:pw@example.com',
      'example.com：80',
    ],
    ['example.com/a', 'example.com?a', 'example.com#a', 'example.com\\a', 'ftp://example.com', 'javascript:alert(1)'],
    ['127.0.0.1', '１２７.０.０.１', '0x7f.1', '2130706433', '1.2.3', '[::1]', '::1', 'http://[2001:db8::1]/'],
    ['co.uk', 'github.io', 'com.au', 'рф', 'xn--p1ai', 'gov.uk'],
    [
      'example.com..',
      'a..com',
      '.example.com',
      '-a.com',
      'a-.com',
      'exa mple.com',
      'exam%70le.com',
      'a\u0000.com',
      'xn--.com',
    ],
    [`${label(64)}.com`, `${`${label(49)}.`.repeat(5)}.com`, '\ud800.com', 'a@b.com', 'a\nb.com'],
  ])('refuses %s and its like with a sentence', (...inputs) => {
    for (const input of inputs) {
      expect(normaliseHost(input), input).toMatchObject({
        ok: false,
        fault: { text: expect.stringMatching(/^(must|is) /) },
      })
    }
  })

  it.each([
    ['not a host', 'must be a website such as example.com'],
    ['[::1]', 'must be a name, not an IP address'],
    ['2001:db8::1', 'must be a name, not an IP address'],
    ['example.com:80', 'must be a bare host without port or user name'],
  ])('says of %s what is wrong with it', (input, message) => {
    expect(normaliseHost(input)).toMatchObject({ ok: false, fault: { text: message } })
  })

  it('takes 253 characters and refuses 254', () => {
    expect(hostOf(`${`${label(61)}.`.repeat(4)}aa.io`)).toHaveLength(253)
    expect(hostOf(`${`${label(61)}.`.repeat(4)}aaa.io`)).toBeNull()
  })

  it('never throws, and reads its own answer as itself', () => {
    const part = fc.constantFrom(
      'www.',
      'a',
      'b-c',
      '.',
      'co.uk',
      'gov.uk',
      'github.io',
      'com',
      'ü',
      '１',
      'https://',
      '/',
      'xn--',
    )
    const inputs = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.domain(),
      fc.webUrl(),
      fc.array(part).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(inputs, (input) => {
        const host = hostOf(input)
        if (host !== null) expect(hostOf(host)).toBe(host)
      }),
      { numRuns: runs(2_000) },
    )
  })
})

describe('the host of a result', () => {
  it('is written like the domain of a site', () => {
    for (const host of ['example.com', 'www.example.com', 'www.gov.uk', 'münchen.de', 'a.b.example.co.uk']) {
      expect(hostOfUrl(`https://${host}/a?b#c`), host).toBe(hostOf(host))
    }
  })

  it('is what the URL parser finds, in plain and in odd addresses', () => {
    const labels = [
      'www',
      'xn--',
      'xn--mnchen-3ya',
      'xn--99999999',
      'a',
      'A',
      'a-b',
      '-',
      '1',
      '0x7f',
      'com',
      'co',
      'uk',
      'gov',
      'com2',
      'ß',
      '',
    ]
    const host = fc.array(fc.constantFrom(...labels), { minLength: 1, maxLength: 5 }).map((all) => all.join('.'))
    const head = fc.constantFrom(
      'https://',
      'http://',
      'HTTP://',
      'https:/',
      'ftp://',
      ' https://',
      'https://u:p@',
      'https://[::1]',
    )
    const tail = fc.oneof(
      fc.constantFrom('', '.', '/', '/a b', '?q', '#f', ':80', ':x', '\\', '\n', '\t/', '@b.com/', '%2e/'),
      fc.string(),
    )
    fc.assert(
      fc.property(head, host, tail, (...parts) => {
        const url = parts.join('')
        const parsed = URL.parse(url)
        const name = parsed && /^https?:$/.test(parsed.protocol) ? parsed.hostname.replace(/\.$/, '') : ''
        const bare = name.replace(/^(www\.)+(?=[^.]+\.)/, '')
        const isSuffix = bare !== name && parse(bare, { allowPrivateDomains: true }).publicSuffix === bare
        expect(hostOfUrl(url), url).toBe((isSuffix ? `www.${bare}` : bare) || null)
      }),
      { numRuns: runs(20_000) },
    )
  })

  it.each(['', 'example.com', 'mailto:a@example.com', 'https://', '/a'])('is null for %s', (url) => {
    expect(hostOfUrl(url)).toBeNull()
  })

  it('belongs to a domain when it is the domain or below it, never when it only ends alike', () => {
    expect(isWithin('example.com', 'example.com')).toBe(true)
    expect(isWithin('a.b.example.com', 'example.com')).toBe(true)
    expect(isWithin('notexample.com', 'example.com')).toBe(false)
    expect(isWithin('example.com', 'a.example.com')).toBe(false)
  })
})
