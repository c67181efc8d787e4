import { runs } from '@rts/shared/testing/runs'
import { countWork, linearGrowth } from '@rts/shared/testing/work'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { webLinks } from './links.ts'
import { safeMarkdown } from './safe-markdown.ts'
import { safe } from './testing/safe.ts'

describe('a link', () => {
  it.each([
    ['to a known page stays', '[Moka](https://shop.example/moka)', '[Moka](https://shop.example/moka)'],
    ['without a host is one of the site', '[Moka](/moka/#top "Pots")', '[Moka](https://shop.example/moka)'],
    ['to an unknown page keeps its words', '[Grinders](https://shop.example/grinders) too', 'Grinders too'],
    ['to a host that is allowed stays', '[Law](https://www.gov.example/law)', '[Law](https://www.gov.example/law)'],
    ['to any other host keeps its words', '[buy](https://evil.example/) now', 'buy now'],
    ['that runs a script keeps its words', '[x](javascript:alert)', 'x'],
    ['with a password keeps its words', '[x](https://shop.example:y@evil.example/)', 'x'],
    [
      'with marks of Markdown in it is written without them',
      '[x](http://shop.example/a(b)?x=1&y=2)',
      '&#91;x&#93;(shop.example(b)?x=1&y=2)',
    ],
    ['with a name in it keeps its words', '[x](https://me@www.gov.example/)', 'x'],
    [
      'after a mark is no picture, also where it stood bare',
      '!https://gov.example/x',
      '&#33;[gov.example/x](https://gov.example/x)',
    ],
    ['behind a backslash is still one', '\\\\[y](https://shop.example/moka)z', '[y](https://shop.example/moka)z'],
    [
      'in entities is none',
      'https&colon;//evil.example me&#64;evil.example',
      'https&amp;colon;//evil.example me&amp;#64;evil.example',
    ],
    [
      'in escapes is none',
      'https\\:/\\/evil.example www\\.evil.example me\\@evil.example',
      'evil.example evil.example me at evil.example',
    ],
    ['is no picture', '![pot](https://shop.example/moka)', '&#33;[pot](https://shop.example/moka)'],
    [
      'by reference is none',
      '[x][1]\n\n[1]: https://evil.example',
      '&#91;x&#93;&#91;1&#93;\n\n&#91;1&#93;: evil.example',
    ],
    [
      'without brackets leads to a known page',
      'see https://shop.example/moka.',
      'see [shop.example/moka](https://shop.example/moka).',
    ],
    [
      'without brackets to another page becomes the name of its host',
      'see https://www.evil.example/x?y, or www.evil.example!',
      'see evil.example, or evil.example!',
    ],
    ['to a mail address is none', 'write to me@evil.example', 'write to me at evil.example'],
  ])('%s', (_what, given, expected) => expect(safe(given)).toBe(expected))

  it('of a person may lead anywhere on the web, and to mail', () => {
    const text = 'See [x](https://other.example/a), ask me@own.example'
    expect(safeMarkdown(text, webLinks)).toBe(text)
    expect(safeMarkdown('[x](javascript:alert(1)) [y](data:text/html,z)', webLinks)).not.toContain('](')
  })
})

describe('what is no link', () => {
  it('tags are text, whatever they are', () => {
    expect(safe('<script>alert(1)</script><img src=x onerror=y> a < b')).toBe(
      '&lt;script>alert(1)&lt;/script>&lt;img src=x onerror=y> a &lt; b',
    )
  })

  it('entities and escapes that hide no address stay', () => {
    const text = '1\\. A &amp; B&nbsp;\\* &lt;c&gt;'
    expect(safe(text)).toBe(text)
  })

  it('a host in layers has none left', () => {
    expect(safe(`${'w'.repeat(60)}${'.w'.repeat(40)}.evil.example`)).not.toMatch(/www\.\w/)
  })

  it('headings, lists, tasks, quotes, emphasis and tables stay', () => {
    const text = '# A\n\n- one\n- [ ] two\n\n> **three**\n\n| a | b |\n|---|---|\n| `c` | _d_ |'
    expect(safe(text)).toBe(text)
  })

  it('control characters and marks of text direction are removed', () => {
    expect(safe('a\u0000b\u202ec\u2066d\r\ne\u2028f')).toBe('abcd\ne\nf')
  })
})

/** Pieces that form a link or tag in some reader. */
const pieces = [
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '!',
  '\\',
  '`',
  '"',
  "'",
  ' ',
  '\n',
  '\n\n',
  ':',
  '//',
  '://',
  '@',
  '.',
  '|',
  '&',
  '#',
  '*',
  '_',
  'www.',
  'ww',
  'w.',
  'http',
  'https://',
  'ftp://',
  'javascript:',
  'data:text/html,',
  'mailto:',
  'evil.example',
  'me',
  'script',
  'onerror=x',
  '[x](https://evil.example)',
  '[y](https://shop.example/moka)',
  '![z](//evil.example/p.png)',
  '[a]: https://evil.example',
  '- [ ] ',
  '&lt;',
  '&#91;',
  '&colon;',
  '&#64;',
  '&period;',
  '\\:',
  '\\.',
  '\\@',
  '\u0000',
  '\u202e',
]
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''))

describe('of whatever a model may answer', () => {
  it('nothing is left that could be a tag, a picture or a reference, and links are those that are allowed', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const made = safe(text)
        expect(made).not.toMatch(/</)
        const rest = made.replace(
          /(?<!!)\[[^[\]\n]*\]\(https?:\/\/(shop\.example(\/moka|\/)|(www\.)?gov\.example[^\s()]*)\)/g,
          ' ',
        )
        // Some readers decode entities before they detect addresses.
        expect(rest).not.toMatch(/&(?!(amp|lt|gt|quot|nbsp|#33|#39|#91|#93);)#?\w+;|\\[:/@]/)
        expect(rest).not.toMatch(/\[(?![ xX]\] )|:\/\/|www\.\w|[\w.+-]@[\w-]/)
      }),
      { numRuns: runs(20_000) },
    )
  })

  it('a second time changes nothing', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(safe(safe(text))).toBe(safe(text))
      }),
      { numRuns: runs(20_000) },
    )
  })

  const work = countWork(import.meta.resolve('./testing/safe.ts'), safe.name)
  afterAll(() => work.stop())

  it.each([
    '[',
    '!',
    'http',
    'www.',
    '[a](',
    ' \t',
    '- [ ] ',
    'a@',
    '\\[',
    '<',
    '\\',
    '&a',
    '[y](https://shop.example/moka)!',
  ])('%j: the work grows with the length alone', async (piece) => {
    const many = (length: number) => piece.repeat(Math.ceil(length / piece.length))
    const address = (length: number) => `https://${many(length)}x`
    for (const make of [many, address])
      expect(await work.growthOf((length) => [make(length)], 4_000)).toBeLessThan(linearGrowth)
  })
})
