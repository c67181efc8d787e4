import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run } from './run.ts'

/** Time that passes without waiting. */
const clock = { now: () => 0, sleep: async () => undefined }

const key = 'rts_sk_Zm9vYmFy'
const allowance = { used: 1, limit: 100, remaining: 99, resetsAt: '2026-03-03T00:00:00.000Z', exhausted: false }
const noSites = { allowance, projects: [], total: 0, nextCursor: null }
type Reply = { status?: number; headers?: Record<string, string>; body: object | string; isCut?: true }

let reply: Reply = { body: noSites }
const seen: IncomingMessage['headers'][] = []
const server = createServer((req, res) => {
  seen.push(req.headers)
  const { status = 200, headers = {}, body, isCut } = reply
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (isCut) res.writeHead(status, { 'content-length': text.length + 1 }).write(text, () => res.destroy())
  else res.writeHead(status, headers).end(text)
})
let url = ''
let home = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe because it listens on a port
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  home = mkdtempSync(path.join(tmpdir(), 'rank-tracker-cli-'))
})
afterAll(() => {
  server.close()
  rmSync(home, { recursive: true })
})
beforeEach(() => {
  reply = { body: noSites }
  seen.length = 0
})

/** `columns`: of a terminal; without, there is none. */
type Way = { env?: Record<string, string>; stdin?: string; settings?: string; columns?: number }

async function runs(words: string[], { env = {}, stdin = '', settings = 'none', columns }: Way = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const world = {
    env: { LANG: 'C.UTF-8', XDG_CONFIG_HOME: path.join(home, settings), ...env },
    home,
    stdin: Readable.from([stdin]),
    stdout: columns === undefined ? stdout : Object.assign(stdout, { isTTY: true, columns }),
    stderr,
    clock,
  }
  const code = await run(words, world, '1.2.3')
  stdout.end()
  stderr.end()
  return { code, out: await readAll(stdout), err: await readAll(stderr) }
}

const signedIn = () => ({ env: { RANK_TRACKER_KEY: key, RANK_TRACKER_URL: url } })
const refusal = (status: number, code: string, more: object = {}): Reply => ({
  status,
  body: { allowance, title: 'T', status, detail: 'What is wrong', instance: 'req_1', code, retryable: false, ...more },
})

describe('login', () => {
  it('keeps a key that the service knows, for its owner alone, and logout forgets it', async () => {
    const way = { settings: 'login', stdin: `${key}\n` }
    const { code, out, err } = await runs(['login', '--url', url], way)
    const file = path.join(home, 'login', 'rank-tracker', 'settings.json')
    expect([code, out, err]).toEqual([0, '', expect.stringContaining(`Signed in to ${url}/http/v1: 0 sites`)])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: `${url}/http/v1`, key })
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(await runs(['sites', '--json'], way)).toMatchObject({ code: 0, out: '[]\n' })
    expect(seen.at(-1)).toMatchObject({ authorization: `Bearer ${key}` })
    await runs(['logout'], way)
    expect(existsSync(file)).toBe(false)
    expect(await runs(['sites'], way)).toMatchObject({ code: 3, err: expect.stringContaining('Not signed in') })
  })

  it('keeps none that it does not', async () => {
    reply = refusal(401, 'invalid_key')
    const way = { settings: 'refused', stdin: key }
    expect(await runs(['login', '--url', url], way)).toMatchObject({ code: 3 })
    expect(existsSync(path.join(home, 'refused'))).toBe(false)
  })

  it('takes no key among its arguments, where every user of the machine could read it', async () => {
    for (const words of [
      ['login', key],
      ['login', '--url', url, key],
      ['login', `--key=${key}`],
      ['login', '--key', key],
    ]) {
      const { code, out, err } = await runs(words)
      expect([code, out, err.includes(key)]).toEqual([2, '', false])
    }
  })

  it('says so where the key cannot be kept or removed, and ends with 3', async () => {
    writeFileSync(path.join(home, 'file'), '')
    const way = { settings: 'file', stdin: key }
    for (const words of [['login', '--url', url], ['logout']])
      expect(await runs(words, way)).toMatchObject({
        code: 3,
        err: expect.stringMatching(/ cannot be (written|removed): ENOTDIR\n$/),
      })
  })

  it('keeps a key for its address alone: another one in the environment does not get it', async () => {
    const settings = 'address'
    await runs(['login', '--url', url], { settings, stdin: key })
    const elsewhere = url.replace('127.0.0.1', 'localhost')
    seen.length = 0
    const { code, err } = await runs(['sites'], { settings, env: { RANK_TRACKER_URL: elsewhere } })
    expect([code, seen]).toEqual([3, []])
    expect(err).toContain(`is for ${url}/http/v1`)
    expect(err).toContain(`login --url ${elsewhere}/http/v1`)
    const same = { settings, env: { RANK_TRACKER_URL: `${url}/` } }
    expect(await runs(['sites', '--json'], same)).toMatchObject({ code: 0, out: '[]\n' })
    const own = { settings, env: { RANK_TRACKER_URL: elsewhere, RANK_TRACKER_KEY: 'rts_sk_own' } }
    await runs(['sites'], own)
    expect(seen.at(-1)).toMatchObject({ authorization: 'Bearer rts_sk_own' })
  })

  it('loses to the environment', async () => {
    await runs(['login', '--url', url], { settings: 'both', stdin: 'rts_sk_other' })
    await runs(['sites'], { settings: 'both', ...signedIn() })
    expect(seen.at(-1)).toMatchObject({ authorization: `Bearer ${key}` })
  })
})

describe('a run that fails', () => {
  it.each<[string, Reply, string]>([
    ['an unknown key', refusal(401, 'invalid_key'), 'The key is not valid, or not any more: run login'],
    ['a browser’s header', refusal(403, 'browser_not_allowed'), 'took this program for a browser'],
    ['a full minute', refusal(429, 'rate_limited', { retryAfterSeconds: 20 }), 'try again in 20 s'],
    ['a used-up day', refusal(403, 'allowance_exhausted'), 'there are new ones at 2026-03-03T00:00:00.000Z'],
    ['a connection that breaks off', { body: '{', isCut: true }, 'broke off: UND_ERR_SOCKET'],
    ['an answer that is packed wrongly', { body: '{}', headers: { 'content-encoding': 'gzip' } }, 'broke off: Z_'],
    ['an answer that is cut', { body: '{"allowance": {' }, 'The answer of the service is no JSON'],
    ['a page of something else', { body: '<html>' }, 'is that the address of the service?'],
    [
      'a refusal with signs for the terminal',
      refusal(400, 'x', { detail: '\u001b[2J' }),
      '\\u001b[2J (x, request req_1)',
    ],
  ])('says what to do about %s, and ends with 3', async (_, answer, words) => {
    reply = answer
    const { code, out, err } = await runs(['sites'], signedIn())
    expect([code, out]).toEqual([3, ''])
    expect(err).toContain(words)
    expect(err).not.toContain(key)
  })

  it('says so where nothing is reached', async () => {
    const env = { RANK_TRACKER_KEY: key, RANK_TRACKER_URL: 'http://127.0.0.1:9' }
    expect(await runs(['sites'], { env })).toMatchObject({ code: 3, err: expect.stringContaining('cannot be reached') })
  })

  it('shows no key that cannot be sent', async () => {
    const { code, err } = await runs(['sites'], { env: { ...signedIn().env, RANK_TRACKER_KEY: `${key}\n` } })
    expect([code, err.includes(key)]).toEqual([3, false])
  })

  it('ends with 2 where the address is one of an operation', async () => {
    const env = { RANK_TRACKER_KEY: key, RANK_TRACKER_URL: `${url}/http/v1/projects` }
    expect(await runs(['sites'], { env })).toMatchObject({ code: 2, err: expect.stringContaining('not an address') })
  })

  it.each([
    [['nothing']],
    [['sites', 'more']],
    [['sites', '--json', '--csv']],
    [['keywords', '--limit', '0']],
    [['check', '--within', 'ten']],
    [['check', '--unknown', 'perhaps']],
    [['add', 'site']],
    [[]],
  ])('ends with 2 for %j', async (words) => {
    expect(await runs(words, signedIn())).toMatchObject({ code: 2 })
    expect(seen).toEqual([])
  })
})

describe('a phrase that is tracked several times', () => {
  const site = { id: 'site-1', domain: 'example.com', name: 'Example', checksPausedAt: null }
  const row = {
    keyword: 'coffee beans near the old town hall',
    country: 'us',
    language: 'en',
    device: 'desktop',
    location: 'Austin, Texas, United States',
    position: 12,
    previousPosition: 9,
    change: -3,
    best: 8,
    depth: 100,
    url: 'https://example.com/',
    checkedAt: '2026-03-02T07:00:00.000Z',
    lastCheck: { status: 'ok', at: '2026-03-02T07:00:00.000Z', error: null },
    frozen: false,
    tags: [],
  }

  it.each<[string, Partial<typeof row>]>([
    ['device', { device: 'mobile' }],
    ['city', { location: 'Boston, Massachusetts, United States' }],
    ['country', { country: 'gb' }],
    ['language', { language: 'es' }],
  ])('with another %s has rows that differ on a terminal, and a chart with another head', async (_, other) => {
    const keywords = [row, { ...row, ...other }].map((each, i) => ({ id: `keyword-${i}`, ...each }))
    reply = { body: { ...noSites, projects: [site], keywords, history: [] } }
    const way = { env: { ...signedIn().env, NO_COLOR: '1' }, columns: 80 }
    for (const command of ['keywords', 'check']) {
      const { out } = await runs([command], way)
      const lines = out.split('\n').filter((line) => line.startsWith('coffee'))
      expect([lines.length, new Set(lines).size], command).toEqual([2, 2])
    }
    const [one, two] = await Promise.all(keywords.map(({ id }) => runs(['history', id], way)))
    expect(one?.out).toMatch(/^coffee beans/)
    expect(two?.out).not.toBe(one?.out)
  })
})

describe('completion', () => {
  it('is for bash, and for no other shell that is named', async () => {
    expect(await runs(['completion', 'bash'])).toMatchObject({ code: 0, out: expect.stringContaining('complete -F') })
    for (const words of [['completion'], ['completion', 'fish'], ['completion', 'bash', 'fish']])
      expect(await runs(words)).toEqual({
        code: 2,
        out: '',
        err: 'rank-tracker-cli: there are completions for bash alone: rank-tracker-cli completion bash\n',
      })
  })
})
