import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSealed, realUrl } from './real-url.ts'
import { runs } from './testing/runs.ts'

const address = encodeURIComponent

describe('realUrl', () => {
  it.each([
    ['https://www.google.com/url?q=https://kopi.co.id/biji&sa=U&ved=2ahUKE', 'https://kopi.co.id/biji'],
    ['/url?q=https://kopi.co.id/biji%3Fa%3D1&sa=U', 'https://kopi.co.id/biji?a=1'],
    ['https://www.google.co.id/url?sa=t&source=web&q=&url=https%3A%2F%2Fkopi.co.id%2F&usg=x', 'https://kopi.co.id/'],
    ['http://google.com/url?url=http://kopi.co.id/', 'http://kopi.co.id/'],
    ['https://www.google.com.br/url?q=https://kopi.co.id/', 'https://kopi.co.id/'],
    ['https://www.google.com/amp/s/kopi.co.id/biji/amp?x=1&usqp=mq331', 'https://kopi.co.id/biji/amp?x=1'],
    ['https://www.google.com/amp/kopi.co.id/', 'http://kopi.co.id/'],
    ['https://kopi-co-id.cdn.ampproject.org/c/s/kopi.co.id/biji', 'https://kopi.co.id/biji'],
    [
      'https://kopi-co-id.cdn.ampproject.org/v/s/kopi.co.id/biji?amp_js_v=0.1&usqp=mq331&a=1#referrer=x',
      'https://kopi.co.id/biji?a=1',
    ],
    ['https://cdn.ampproject.org/c/kopi.co.id/', 'http://kopi.co.id/'],
    ['https://xn--mnchen-3ya-de.cdn.ampproject.org/c/s/xn--mnchen-3ya.de/', 'https://xn--mnchen-3ya.de/'],
    [
      'https://kopi-co-id.translate.goog/biji?_x_tr_sl=en&_x_tr_tl=id&_x_tr_hl=id&_x_tr_pto=sge&_x_tr_hist=true',
      'https://kopi.co.id/biji',
    ],
    ['https://toko--kopi-com.translate.goog/a?b=1&_x_tr_sl=en#c', 'https://toko-kopi.com/a?b=1#c'],
    ['https://1-cn--sec-com.translate.goog/?_x_tr_enc=1&_x_tr_sl=zh-CN', 'https://cn-sec.com/'],
    ['https://0-mnchen--3ya-de.translate.goog/?_x_tr_enc=0&_x_tr_sl=de', 'https://xn--mnchen-3ya.de/'],
    ['https://kopi-com.translate.goog/?_x_tr_hp=www-toko--&_x_tr_sl=en', 'https://www.toko-kopi.com/'],
    ['https://kopi-co-id.translate.goog/?_x_tr_sch=http&_x_tr_sl=en', 'http://kopi.co.id/'],
    ['https://translate.google.co.id/translate?hl=id&sl=en&u=https://kopi.co.id/&prev=search', 'https://kopi.co.id/'],
    ['https://translate.google.com/website?sl=en&tl=id&u=http://kopi.co.id/a', 'http://kopi.co.id/a'],
    [
      'https://www.bing.com/ck/a?!&&p=5b7&ptn=3&u=a1aHR0cHM6Ly9rb3BpLmNvLmlkL2Jpamk_YT0x&ntb=1',
      'https://kopi.co.id/biji?a=1',
    ],
    ['//kopi.co.id/biji', 'https://kopi.co.id/biji'],
    ['kopi.co.id:8443/biji', 'https://kopi.co.id:8443/biji'],
    ['bücher.de/a', 'https://bücher.de/a'],
    ['/url?esrc=s&amp;q=&amp;url=https://kopi.co.id/&amp;usg=x', 'https://kopi.co.id/'],
    ['https://translate.google.com/translate?u=kopi.co.id/biji', 'http://kopi.co.id/biji'],
    ['kopi.co.id/biji?a=1', 'https://kopi.co.id/biji?a=1'],
    [
      'https://www.google.com/imgres?imgurl=https://cdn.example.com/a.jpg&imgrefurl=https://kopi.co.id/biji&docid=x',
      'https://kopi.co.id/biji',
    ],
    [
      'https://webcache.googleusercontent.com/search?q=cache:Ab1-cD2_eF3:https://kopi.co.id/biji+kopi&cd=1',
      'https://kopi.co.id/biji',
    ],
    ['http://webcache.googleusercontent.com/search?q=cache:kopi.co.id/biji', 'http://kopi.co.id/biji'],
    ['//duckduckgo.com/l/?uddg=https%3A%2F%2Fkopi.co.id%2F&rut=4f2', 'https://kopi.co.id/'],
    [
      'https://r.search.yahoo.com/_ylt=Aw/RV=2/RE=1/RO=10/RU=https%3a%2f%2fkopi.co.id%2fbiji/RK=2/RS=x-',
      'https://kopi.co.id/biji',
    ],
  ])('%s is a page of %s', (wrapped, real) => {
    expect(realUrl(wrapped)).toBe(real)
  })

  it.each([
    'https://kopi.co.id/url?q=https://example.com/',
    'https://www.google.com/search?q=https://example.com/',
    'https://www.google.com/url?q=kopi+luwak',
    'https://www.google.com/url?q=javascript:alert(1)',
    'https://www.google.com/url?q=//example.com/',
    'https://www.google.com/url?q=https://',
    'https://www.google.com/url?q=https://localhost/',
    'https://www.google.com/amp/about',
    'https://google.evil.com/url?q=https://example.com/',
    'https://notgoogle.com/url?q=https://example.com/',
    'https://www.google.com.evil.com/url?q=https://example.com/',
    'https://translate.goog/',
    'https://-.translate.goog/',
    'https://log.cdn.ampproject.org/r/s/example',
    'https://www.bing.com/ck/a?u=a1%ff%fe',
    'https://www.bing.com/ck/a?u=aHR0cHM6Ly9rb3BpLmNvLmlkLw',
    'https://duckduckgo.com/?uddg=https://example.com/',
    'https://r.search.yahoo.com/RU=https%3a%2f%2fexample.com%2/RK=2',
    '/search?q=https://example.com/',
    'https://[::1/url?q=x',
    '',
  ])('%s stays as it is', (url) => {
    expect(realUrl(url)).toBe(url)
  })

  it.each([
    ['/goto?url=CAESogEB', true],
    ['https://www.google.co.id/goto?url=CAESogEB', true],
    ['https://www.google.com/url?q=kopi+luwak', true],
    ['https://www.bing.com/ck/a?u=a1%ff%fe', true],
    ['https://kopi.co.id/url?q=kopi', false],
    ['https://google.evil.com/goto?url=CAES', false],
    ['https://www.google.com/search?q=kopi', false],
  ])('%s leads on to a page that it does not name: %s', (url, sealed) => {
    expect(isSealed(url)).toBe(sealed)
  })

  const label = fc.stringMatching(/^[a-z0-9](-{0,2}[a-z0-9]){1,8}$/).filter((text) => text.slice(2, 4) !== '--')
  const idn = fc.stringMatching(/^[äöüéñçşğ][a-z]{0,6}(-[a-z]{1,3})?$/).map(domainToASCII)
  const host = fc
    .tuple(fc.array(fc.oneof(label, idn), { minLength: 1, maxLength: 3 }), fc.constantFrom('com', 'co.id', 'xn--p1ai'))
    .map(([labels, suffix]) => `${labels.join('.')}.${suffix}`)
  const page = fc
    .record({
      host,
      path: fc.stringMatching(/^[a-z0-9%+._~-]{0,12}$/),
      query: fc.constantFrom('', '?a=b&c=%20d', '?q=1+1'),
    })
    .map(({ host, path, query }) => ({ host, rest: `/${path.replaceAll('%', '%20')}${query}` }))
    .filter(({ rest }) => !/\/\.{1,2}(\?|$)/.test(rest))

  it('gives the page back whatever wraps it, for hosts with hyphens and of any script', () => {
    fc.assert(
      fc.property(page, fc.constantFrom(...wraps), ({ host, rest }, wrap) => {
        expect(realUrl(wrap(host, rest))).toBe(`https://${host}${rest}`)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('opens what is wrapped in a parameter once more, and never without end', () => {
    fc.assert(
      fc.property(page, fc.constantFrom(...wraps), ({ host, rest }, wrap) => {
        const inner = new URL(wrap(host, rest), 'https://www.google.com').href
        expect(realUrl(`/url?q=${address(inner)}`)).toBe(`https://${host}${rest}`)
      }),
    )
    const wrapped = (times: number): string =>
      times === 0 ? 'https://kopi.co.id/' : `https://www.google.com/url?q=${address(wrapped(times - 1))}`
    expect(realUrl(wrapped(3))).toBe('https://kopi.co.id/')
    expect(realUrl(wrapped(9))).toBe(wrapped(6))
  })

  it('never throws', () => {
    const part = fc.constantFrom(
      'https://',
      '//',
      '/url?q=',
      'www.google.com',
      '.translate.goog',
      '%',
      '/RU=',
      'u=a1',
      '&',
      '?',
      ':',
    )
    const text = fc.array(fc.oneof(part, fc.string()), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(fc.property(text, (text) => void realUrl(text)))
  })
})

/** A host as one label: by the rules of Google's translated pages. */
function asLabel(host: string): { label: string; marks: string } {
  const isIdn = host.startsWith('xn--')
  const label = host
    .slice(isIdn ? 4 : 0)
    .replaceAll('-', '--')
    .replaceAll('.', '-')
  if (isIdn) return { label: `0-${label}`, marks: '&_x_tr_enc=0' }
  return label.slice(2, 4) === '--' ? { label: `1-${label}`, marks: '&_x_tr_enc=1' } : { label, marks: '' }
}

function translated(host: string, rest: string, { isSplit }: { isSplit: boolean }): string {
  const { label, marks } = asLabel(host)
  const at = isSplit ? Math.max(0, label.length - 5) : 0
  const prefix = at === 0 ? '' : `&_x_tr_hp=${label.slice(0, at)}`
  const joint = rest.includes('?') ? '&' : '?'
  return `https://${label.slice(at)}.translate.goog${rest}${joint}_x_tr_sl=en&_x_tr_hist=true${marks}${prefix}`
}

const wraps: ((host: string, rest: string) => string)[] = [
  (host, rest) => `https://www.google.com/url?q=${address(`https://${host}${rest}`)}&sa=U`,
  (host, rest) => `https://www.google.co.id/url?sa=t&url=${address(`https://${host}${rest}`)}`,
  (host, rest) => `/url?q=${address(`https://${host}${rest}`)}`,
  (host, rest) => `https://www.google.com/amp/s/${host}${rest}`,
  (host, rest) => `https://cdn.ampproject.org/c/s/${host}${rest}`,
  (host, rest) => `https://${host.replaceAll('-', '--').replaceAll('.', '-')}.cdn.ampproject.org/v/s/${host}${rest}`,
  (host, rest) => translated(host, rest, { isSplit: false }),
  (host, rest) => translated(host, rest, { isSplit: true }),
  (host, rest) => `https://translate.google.com/translate?sl=en&u=${address(`https://${host}${rest}`)}`,
  (host, rest) => `https://www.bing.com/ck/a?p=1&u=a1${Buffer.from(`https://${host}${rest}`).toString('base64url')}`,
  (host, rest) => `//duckduckgo.com/l/?uddg=${address(`https://${host}${rest}`)}`,
  (host, rest) => `https://r.search.yahoo.com/RV=2/RU=${address(`https://${host}${rest}`)}/RK=2`,
]
