import { runInSteps } from '@rts/shared/scheduling'
import { countWork, linearGrowth } from '@rts/shared/testing/work'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { disavowFile, fitsFile, isDisavowed, readHost, sortHosts as sortInSteps } from './disavow.ts'

const own = 'shop.example.com'
const sortHosts = (...given: Parameters<typeof sortInSteps>) => runInSteps(sortInSteps(...given))

describe('a host', () => {
  it.each([
    ['domain:Bad.Example.net', 'bad.example.net'],
    ['https://user:pw@www.bad.example.net:8443/', 'bad.example.net'],
    ['domain:.autovisitor.wap.sh', 'autovisitor.wap.sh'],
    ['bücher.example.net.', 'xn--bcher-kva.example.net'],
    ['foo.github.io', 'foo.github.io'],
  ])('%s is read as %s', (written, host) => {
    expect(readHost(written, own)).toEqual({ host })
  })

  it.each([
    ['https://bad.net/page.html', 'path'],
    ['bad.net?x=1', 'path'],
    ['*.bad.net', 'wildcard'],
    ['192.168.1.1', 'ip_address'],
    ['http://0x7f.1', 'ip_address'],
    ['[2001:db8::1]', 'ip_address'],
    ['com', 'public_suffix'],
    ['co.uk', 'public_suffix'],
    ['github.io', 'public_suffix'],
    ['shop.example.com', 'own_domain'],
    ['example.com', 'own_domain'],
    ['www.example.com', 'own_domain'],
    ['localhost', 'not_a_host'],
    ['bad host.net', 'not_a_host'],
    ['-bad-.net', 'not_a_host'],
    ['', 'not_a_host'],
  ])('%s is refused: %s', (written, reason) => {
    expect(readHost(written, own)).toEqual({ reason })
  })

  const work = countWork(import.meta.resolve('./disavow.ts'), readHost.name)
  afterAll(() => work.stop())

  it.each([
    ['full stops', 'a', '.', 'x'],
    ['labels', '', 'a.', 'net'],
    ['colons', 'a', ':', 'x'],
    ['user names', '', 'a@', 'a.net'],
    ['digits', '', '1', ''],
  ])('of a megabyte of %s is read in a time that grows with its length alone', async (_case, before, piece, after) => {
    expect(await work.growthOf((size) => [before + piece.repeat(size) + after, own], 2_400)).toBeLessThan(linearGrowth)
  })
})

describe('a list of hosts', () => {
  it('skips what is there, what is covered and what is given twice, and names what is wrong', async () => {
    const written = ['a.spam.net', 'b.bad.org', 'bad.org', 'bad.org', '*.x.net', 'listed.net', 'deep.listed.net']
    expect(await sortHosts(written, own, ['listed.net'])).toEqual({
      added: ['a.spam.net', 'bad.org'],
      skipped: 4,
      invalid: [{ domain: '*.x.net', reason: 'wildcard' }],
    })
  })

  it('lets others have their turn: never more than fifty hosts at once', () => {
    const steps = [
      ...sortInSteps(
        Array.from({ length: 1_000 }, (_, i) => `h${i}.net`),
        own,
        [],
      ),
    ]
    expect(steps.length).toBe(40)
  })

  const label = fc.constantFrom('a', 'b', 'c')
  const host = fc.tuple(label, label, label).map((labels) => `${labels.join('.')}.net`)
  const hosts = fc.array(
    fc.oneof(
      host,
      host.map((name) => name.slice(2)),
      fc.constant('no host'),
    ),
    { maxLength: 12 },
  )

  it('is the same in any order and added again; it covers all that was valid, and counts every line once', async () => {
    await fc.assert(
      fc.asyncProperty(hosts, fc.func(fc.integer()), async (written, order) => {
        const sorted = await sortHosts(written, own, [])
        const shuffled = written.toSorted((a, b) => order(a) - order(b))
        expect(await sortHosts(shuffled, own, [])).toEqual(sorted)
        expect((await sortHosts(written, own, sorted.added)).added).toEqual([])
        expect(sorted.added.length + sorted.skipped + sorted.invalid.length).toBe(written.length)
        const valid = written.filter((each) => each !== 'no host')
        expect(valid.every((each) => isDisavowed(each, new Set(sorted.added)))).toBe(true)
      }),
    )
  })
})

describe('the file', () => {
  it('is what Google takes: comments, sorted hosts, line feeds', () => {
    expect(disavowFile('peets.com', ['b.net', 'a.net'], '2026-11-22')).toBe(
      '# Disavowed by peets.com, 2026-11-22\n# 2 hosts; each line covers the subdomains too\ndomain:a.net\ndomain:b.net\n',
    )
  })

  it('is full at 100,000 lines or 2 MB, comments included', () => {
    expect([fitsFile(99_998, 0), fitsFile(99_999, 0)]).toEqual([true, false])
    expect([fitsFile(1, 2_097_152 - 400), fitsFile(1, 2_097_152 - 399)]).toEqual([true, false])
  })
})
