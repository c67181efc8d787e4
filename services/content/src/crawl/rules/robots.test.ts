import { countWork, linearGrowth } from '@rts/shared/testing/work'
import { afterAll, describe, expect, it } from 'vitest'
import { isAllowed, parseRobots, rulesFor } from './robots.ts'

const group = (...lines: string[]) => ['User-agent: FooBot', ...lines].join('\n')
const only = (...allowed: string[]) => group('Disallow: /', ...allowed.map((path) => `Allow: ${path}`))

/** robots.txt, crawler, allowed addresses, forbidden addresses. */
const cases: [what: string, text: string, agent: string, may: string[], mayNot: string[]][] = [
  ['an empty file allows everything', '', 'FooBot', ['/x'], []],
  ['no product is in no group', group('Disallow: /'), '', ['/'], []],
  ['an address that cannot be read is the root', group('Disallow: /'), 'FooBot', [], ['']],
  ['robots.txt itself is always allowed', group('Disallow: /'), 'FooBot', ['/robots.txt'], ['/robots.html']],
  ['unknown fields say nothing', 'foo: FooBot\nbar: /', 'FooBot', ['/x/y'], []],
  ['a missing colon is forgiven', 'user-agent FooBot\ndisallow /', 'FooBot', [], ['/x/y']],
  ['a misspelt field is understood', 'useragent: FooBot\nDissallow: /x', 'FooBot', ['/y'], ['/x/y']],
  ['fields are read in any case', 'USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /', 'FooBot', ['/x/y'], ['/a/b']],
  ['crawlers are named in any case', 'User-agent: fOObOT\nDisallow: /x', 'FooBot', ['/y'], ['/x']],
  ['paths are read in their case', group('Disallow: /X/'), 'FooBot', ['/x/y'], ['/X/y']],
  ['a version is no part of the name', 'User-agent: FooBot/2.1\nDisallow: /', 'FooBot/3 (+http://a.b)', [], ['/']],
  ['a name ends at a space', 'User-agent: Foo Bar\nAllow: /x/\nDisallow: /', 'foo', ['/x/y'], ['/a']],
  [
    'a name with a space matches no crawler',
    'User-agent: *\nDisallow: /\nUser-agent: Foo\nAllow: /',
    'Foo Bar',
    [],
    ['/x'],
  ],
  ['a longer name is another crawler', 'User-agent: FooBot-News\nDisallow: /', 'FooBot', ['/'], []],
  ['the group of everybody counts without an own one', 'User-agent: *\nDisallow: /x', 'FooBot', ['/y'], ['/x']],
  ['an own group replaces it', `User-agent: *\nDisallow: /x/\n${group('Disallow: /y/')}`, 'FooBot', ['/x/p'], ['/y/p']],
  ['of other groups nothing counts', 'User-agent: BarBot\nDisallow: /', 'FooBot', ['/'], []],
  [
    'own groups are merged',
    `${group('Disallow: /a')}\nUser-agent: *\nDisallow: /c\n${group('Disallow: /b')}`,
    'FooBot',
    ['/c'],
    ['/a', '/b'],
  ],
  ['names in a row share their rules', 'User-agent: BarBot\nUser-agent: FooBot\nDisallow: /', 'FooBot', [], ['/']],
  [
    'a blank line or another field parts no names from their rules',
    'User-agent: FooBot\n\nSitemap: https://a.b/s\nUser-agent: *\nDisallow: /',
    'FooBot',
    [],
    ['/x'],
  ],
  ['rules before any name apply to no crawler', `Disallow: /x\n${group('Disallow: /y')}`, 'FooBot', ['/x'], ['/y']],
  ['an empty rule says nothing', group('Disallow:', 'Allow:'), 'FooBot', ['/x'], []],
  ['the longest rule wins', group('Disallow: /x/page.html', 'Allow: /x/'), 'FooBot', ['/x/'], ['/x/page.html']],
  ['whatever the order', group('Allow: /x/page.html', 'Disallow: /x/'), 'FooBot', ['/x/page.html'], ['/x/']],
  ['in a tie the friendlier one', group('Disallow: /', 'Allow: /'), 'FooBot', ['/x'], []],
  ['a folder is longer than its name', group('Disallow: /x', 'Allow: /x/'), 'FooBot', ['/x/'], ['/x']],
  ['length counts wildcards', group('Allow: /page', 'Disallow: /*.html'), 'FooBot', ['/page'], ['/page.html']],
  ['length decides', group('Allow: /x/page.', 'Disallow: /*.html'), 'FooBot', ['/x/page.html'], ['/x/y.html']],
  [
    'a path is a beginning',
    only('/fish'),
    'FooBot',
    ['/fish', '/fish.html', '/fish/a', '/fishes'],
    ['/Fish', '/catfish', '/?id=fish'],
  ],
  ['a wildcard at its end changes nothing', only('/fish*'), 'FooBot', ['/fish', '/fish.html?id=1'], ['/Fish.bar']],
  ['a slash at its end does', only('/fish/'), 'FooBot', ['/fish/', '/fish/?id=a'], ['/fish', '/fish.html']],
  [
    'a wildcard is any text',
    only('/*.php'),
    'FooBot',
    ['/a/b.php?x', '//a/any.php.html', '/i?f=a.php/'],
    ['/php/', '/a.PHP'],
  ],
  [
    'a dollar is the end',
    only('/*.php$'),
    'FooBot',
    ['/a.php', '/a/b.php'],
    ['/a.php?x', '/a.php/', '/a.php5', '/i?php'],
  ],
  ['both', only('/fish*.php'), 'FooBot', ['/fish.php', '/fishheads/cat.php?x'], ['/Fish.PHP']],
  ['the root alone', only('/$'), 'FooBot', ['/'], ['/page.htm']],
  ['the end is not found twice', only('/a*b$'), 'FooBot', ['/ab', '/abb', '/a-b-b'], ['/a', '/abc']],
  ['overlapping parts do not share letters', only('/ab*ba$'), 'FooBot', ['/abba'], ['/aba']],
  ['a dollar inside is a letter', only('/a$b'), 'FooBot', ['/a$b'], ['/a']],
  ['a hash ends a line', group('Disallow: /foo/quz#qux', '# Disallow: /'), 'FooBot', ['/foo/bar'], ['/foo/quz']],
  ['queries are compared', only('/a?b=http://c.d?e&f'), 'FooBot', ['/a?b=http://c.d?e&f'], ['/a?b=2']],
  [
    'letters beyond ASCII have one form',
    only('/bar/ツ'),
    'FooBot',
    ['/bar/%E3%83%84', '/bar/%e3%83%84', '/bar/ツ'],
    ['/bar/'],
  ],
  ['in either spelling', only('/bar/%e3%83%84'), 'FooBot', ['/bar/%E3%83%84', '/bar/ツ'], []],
  ['needless encoding is undone', only('/bar/%62%61%7A'), 'FooBot', ['/bar/baz', '/bar/%62az'], ['/bar/']],
  ['needed encoding is kept', only('/a%2Fb'), 'FooBot', ['/a%2fb'], ['/a/b']],
  ['index.html is its folder', only('/a/index.html'), 'FooBot', ['/a/', '/a/index.html'], ['/a/index.htm', '/b']],
  ['a byte order mark is skipped', `\uFEFF${group('Disallow: /')}`, 'FooBot', [], ['/']],
  [
    'lines end in any way',
    'User-agent: FooBot\rDisallow: /a\r\nDisallow: /b\n\rDisallow: /c',
    'FooBot',
    ['/d'],
    ['/a', '/b', '/c'],
  ],
  ['spaces around are skipped', ' User-agent :  FooBot \n\t Disallow :\t/a \n', 'FooBot', ['/b'], ['/a']],
  ['a page of HTML says nothing', '<!doctype html><p>User-agent: FooBot</p>', 'FooBot', ['/'], []],
]

describe('a robots.txt', () => {
  it.each(cases)('%s', (_what, text, agent, may, mayNot) => {
    const verdicts = (paths: string[]) =>
      paths.map((path) => [path, isAllowed(text, agent, path && `https://foo.example${path}`)])
    expect(verdicts(may)).toEqual(may.map((path) => [path, true]))
    expect(verdicts(mayNot)).toEqual(mayNot.map((path) => [path, false]))
  })

  it('cuts a line that is too long', () => {
    const long = `/x/${'a'.repeat(2_083 * 8 - 3 - 'allow: '.length)}`
    expect(isAllowed(only(`${long}/qux`), 'FooBot', `https://foo.example${long}/fux`)).toBe(true)
  })

  it('has a thousand rules for a crawler, equal ones once', () => {
    const same = Array.from({ length: 51_000 }, () => 'Allow: *ab')
    expect(isAllowed(group(...same, 'Disallow: /x'), 'FooBot', 'https://foo.example/x')).toBe(false)
    const others = Array.from({ length: 1_000 }, (_, i) => `Allow: *ab${i}`)
    expect(isAllowed(group(...others, 'Disallow: /x'), 'FooBot', 'https://foo.example/x')).toBe(true)
  })

  it('that costs too much to compare allows nothing more, and says so', () => {
    const others = Array.from({ length: 1_000 }, (_, i) => `Disallow: *aab${i}`)
    const rules = rulesFor(parseRobots(group(...others)), 'FooBot', 10_000_000)
    const addresses = Array.from({ length: 100 }, (_, i) => `https://foo.example/${'a'.repeat(1_000)}${i}`)
    const allowed = addresses.filter(rules.isAllowed)
    expect(allowed.length).toBeGreaterThan(1)
    expect(allowed.length).toBeLessThan(10)
    expect(rules.isSpent()).toBe(true)
    expect(rules.isAllowed('https://foo.example/b')).toBe(false)
  })

  it('names a thousand crawlers and a thousand delays: each has the last one after its name', () => {
    const names = Array.from({ length: 1_000 }, (_, i) => `User-agent: bot${'x'.repeat(i)}`)
    const delays = Array.from({ length: 1_000 }, (_, i) => `Crawl-delay: ${i}`)
    const robots = parseRobots([...names, ...delays, 'User-agent: late', 'Crawl-delay: 7'].join('\n'))
    expect(robots.groups.map((each) => each.delays.length)).toEqual([1_001])
    expect(['bot', 'late'].map((name) => rulesFor(robots, name).crawlDelaySeconds)).toEqual([7, 7])
    expect(rulesFor(parseRobots('User-agent: a\nCrawl-delay: 3\nUser-agent: b'), 'b').crawlDelaySeconds).toBe(null)
  })

  it('names sitemaps for everybody and a delay for each group', () => {
    const robots = parseRobots(
      'Sitemap: https://a.b/1\nUser-agent: *\nCrawl-delay: 2\nsite-map: https://a.b/2\nUser-agent: X\nCrawl-delay: soon',
    )
    expect(robots.sitemaps).toEqual(['https://a.b/1', 'https://a.b/2'])
    expect([rulesFor(robots, 'FooBot').crawlDelaySeconds, rulesFor(robots, 'X').crawlDelaySeconds]).toEqual([2, null])
  })

  it('lists the lines that it cannot read', () => {
    expect(
      parseRobots('# fine\n\nUser-agent: *\nDissallow: /a\nDisallow /b\nHello\nHost: a.b\nfoo: bar').badLines,
    ).toEqual([6, 8])
  })
})

describe('the work of a hostile robots.txt grows with its length alone', () => {
  const reading = countWork(import.meta.resolve('./robots.ts'), parseRobots.name)
  const matching = countWork(import.meta.resolve('./robots.ts'), isAllowed.name)
  afterAll(() => Promise.all([reading.stop(), matching.stop()]))

  it.each<[what: string, line: (length: number) => string]>([
    ['spaces before what is no value', (length) => `Disallow${' '.repeat(length)}/ a`],
    ['spaces before a colon', (length) => `a${' '.repeat(length)}b:c`],
    ['spaces at the end', (length) => `a:b${' '.repeat(length)}c`],
    ['hashes before a line separator', (length) => `${'#'.repeat(length)}\u2028`],
    ['words without a colon', (length) => 'a '.repeat(length / 2)],
    ['letters of a crawler’s name', (length) => `User-agent: ${'a-_'.repeat(length / 3)}`],
  ])('when it is read: %s', async (_what, line) => {
    expect(await reading.growthOf((length) => [line(length)], 2_400)).toBeLessThan(linearGrowth)
    expect(await reading.growthOf((count) => [`${line(24)}\n`.repeat(count)], 400)).toBeLessThan(linearGrowth)
  })

  it.each<[what: string, path: (length: number) => string, address: (length: number) => string]>([
    ['wildcards', (length) => `${'/*a'.repeat(length / 3)}$`, (length) => 'a/'.repeat(length / 2)],
    ['percent signs', (length) => '/*%2'.repeat(length / 4), (length) => '%2'.repeat(length / 2)],
    ['dollars', (length) => `/*${'$'.repeat(length)}`, (length) => '$'.repeat(length)],
  ])('when it is matched: %s', async (_what, path, address) => {
    const given = (length: number) => [
      group(`Disallow: ${path(length)}`),
      'FooBot',
      `https://f.example/${address(length)}`,
    ]
    expect(await matching.growthOf(given, 2_400)).toBeLessThan(linearGrowth)
  })
})
