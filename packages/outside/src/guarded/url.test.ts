import { expect, it } from 'vitest'
import { Refused } from './refusal.ts'
import { checkedUrl } from './url.ts'

const rules = { ports: new Set([80, 443]), overrides: new Map([['demo.example', { address: '127.0.0.1', port: 1 }]]) }

function verdict(address: string, within?: string): string {
  try {
    return checkedUrl(address, within === undefined ? rules : { ...rules, within }).href
  } catch (error) {
    if (error instanceof Refused) return error.kind
    throw error
  }
}

const hostile = [
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://127.1/',
  'http://0177.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://localhost/',
  'http://a.localhost/',
  'http://localhost./',
  'http://metadata.google.internal/',
  'http://intranet/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://x.com/',
  'data:text/html,x',
  'javascript:1',
  'http://user:pw@example.com/',
  'http://example.com:22/',
  'http://example.com:6379/',
  'http://169.254.169.254/latest/',
  'http:///x',
  'http://exa mple.com/',
  'http://example.com:99999/',
  `http://${'a'.repeat(2100)}.com/`,
]
const alsoHostile = [
  'http://0xA9FEA9FE/',
  'http://2852039166/',
  'http://0251.0376.0251.0376/',
  'http://[2002:7f00:1::]/',
  'http://site@evil.com/',
  'http://example.com:5432/',
  'http://example.com:4222/',
  '//example.com/',
  '/relative',
  '',
  'http://printer.local/',
  'http://nas.home.arpa/',
  'http://hidden.onion/',
  'http://LOCALHOST/',
  'http://./',
  'http://localhost%2e/',
  'http://[fe80::1%25eth0]/',
]

it('holds twenty-nine hostile addresses', () => expect(hostile).toHaveLength(29))
it.each([...hostile, ...alsoHostile])('%s is refused before anything is looked up', (address) =>
  expect(verdict(address)).toBe('bad_url'),
)

it.each([
  ['http://example.com', 'http://example.com/'],
  ['https://EXAMPLE.com./a#b', 'https://example.com/a'],
  ['https://demo.example../a', 'https://demo.example/a'],
  ['http://example.com:80/', 'http://example.com/'],
  ['https://bücher.example.com/', 'https://xn--bcher-kva.example.com/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['http://demo.example/x?y=1', 'http://demo.example/x?y=1'],
])('%s is asked for as %s', (address, asked) => expect(verdict(address)).toBe(asked))

it('an address of 2,048 characters is the longest', () => {
  const address = `http://example.com/${'a'.repeat(2_048 - 'http://example.com/'.length)}`
  expect([verdict(address).length, verdict(`${address}a`)]).toEqual([2_048, 'bad_url'])
})

it('an address that grows beyond the limit when it is written out is refused', () => {
  expect(verdict(`http://example.com/${'é'.repeat(1_000)}`)).toBe('bad_url')
})

it("within a domain means the domain and what is below it, and no other's", () => {
  const hosts = ['peets.com', 'www.peets.com', 'a.b.peets.com', 'notpeets.com', 'peets.com.evil.com', 'evil.com']
  expect(hosts.map((host) => verdict(`http://${host}/`, 'peets.com') === 'other_site')).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})
