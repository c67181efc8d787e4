import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { readerLanguages } from '@rts/shared/contract/rows/person'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../web/routes.ts'
import { signedIn } from './support/people.ts'
import { startWorld, type World } from './support/world.ts'

const plansFile = path.join(tmpdir(), `dashboard-plans-${process.pid}.json`)
let world: World
beforeAll(async () => {
  writeFileSync(plansFile, JSON.stringify({ free: { callsPerDay: 31, collectsPerDay: 7 } }))
  world = await startWorld({ PLANS_FILE: plansFile })
})
afterAll(async () => {
  rmSync(plansFile)
  await world.stop()
})

describe('a page', () => {
  it.each(Object.values(pages).map((page) => page.replace('$guide', 'errors').replace(/\$\w+/, '0b-1')))(
    '%s is the document, with a policy that lets nothing foreign in',
    async (path) => {
      const { status, headers, body } = await world.browser().get(path)
      expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
      expect(body).toMatch(/^<!doctype html>/)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toMatch(/unsafe|nonce|\*|https?:/)
      expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' })
    },
  )

  it('has no script and no style inside, and asks no other host for one', async () => {
    const { body } = await world.browser().get(pages.signUp)
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
    expect(scripts.every((text) => /src="\/assets\/|type="application\/json"/.test(String(text)))).toBe(true)
    expect(body).not.toMatch(/<style|style=|onload=|(src|href)="(https?:)?\/\//)
  })

  it.each(readerLanguages)('names the scripts of its code in %s, and each of them is there', async (language) => {
    const browser = world.browser()
    const scriptsOf = async (path: string) => {
      const { body } = await browser.get(path, { cookie: `language=${language}` })
      return [...String(body).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)"/g)].map(
        ([, file = '']) => file,
      )
    }
    const ofPages: string[][] = []
    // The gateway refuses the 33rd request at once of an address.
    for (const page of Object.values(pages)) ofPages.push(await scriptsOf(page.replace(/\$\w+/g, 'en')))
    expect(ofPages.filter((scripts) => scripts.length === 0)).toEqual([])
    const files = [...new Set(ofPages.flat())]
    const answers: [string, number][] = []
    for (const file of files) answers.push([file, (await browser.get(file)).status])
    expect(answers).toEqual(files.map((file) => [file, 200]))
  })

  it('begins its first calls for a session alone, and its policy allows the script that does', async () => {
    const { browser } = await signedIn(world)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const address = pages.site.replace('$siteId', 's-1')
    const { headers, body } = await browser.get(`${address}?days=90`, { cookie })
    const [, calls = '', script = ''] = /id="first-calls">(.*?)<\/script><script>(.*?)<\/script>/s.exec(body) ?? []
    const params = { id: 's-1' }
    expect(JSON.parse(calls)).toEqual([
      ['/api/session', {}],
      ['/api/op/movements.list', { params, query: { days: 90 } }],
      ['/api/op/visibility.list', { params, query: { days: 90, hosts: 'own' } }],
      ['/api/op/sites.get', { params }],
    ])
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect((await browser.get(address)).body).not.toContain('first-calls')
    expect((await browser.get(pages.signIn, { cookie })).body).not.toContain('first-calls')
  })

  it('that does not exist is shown as such with 404, and to a program as a problem', async () => {
    const browser = world.browser()
    const page = await browser.get('/no/such/page')
    expect([page.status, String(page.body).slice(0, 15)]).toEqual([404, '<!doctype html>'])
    const program = await browser.get('/no/such/page', { accept: 'application/json' })
    expect([program.status, program.body.code]).toEqual([404, 'not_found'])
    const posted = await fetch(`${world.url}/register`, { method: 'POST', body: '{}' })
    expect([posted.status, Object(await posted.json()).code]).toEqual([404, 'not_found'])
  })

  it('has the colours that were chosen, and no others', async () => {
    const themeOf = async (cookie: string) =>
      /data-theme="([^"]*)"/.exec((await world.browser().get(pages.signIn, { cookie })).body)?.[1]
    expect(await Promise.all(['', 'theme=dark', 'theme=light', 'theme="><script>'].map(themeOf))).toEqual([
      'system',
      'dark',
      'light',
      'system',
    ])
  })

  it('tells what there is to choose from, and where mail lies on a machine without a mail server', async () => {
    const factsOf = async (at: World) => {
      const { body } = await at.browser().get(pages.signUp)
      return JSON.parse(/id="facts">([^<]*)</.exec(body)?.[1] ?? 'null')
    }
    expect(await factsOf(world)).toMatchObject({
      restUrl: 'http://ranks.example/http/v1',
      agentsUrl: 'http://ranks.example/mcp',
      connectUrl: 'http://ranks.example/mcp/connect',
      mailFolder: expect.stringMatching(/^\/.*mail$/),
      signUp: 'open',
      isSandboxed: false,
      countries: expect.arrayContaining(['id', 'us']),
      languages: expect.arrayContaining(['id', 'pt-BR']),
    })
    // A replica would take letters of the others, and lose them at this server.
    const withServer = await startWorld({ SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(await factsOf(withServer)).toMatchObject({ mailFolder: null })
    await withServer.stop()
  })
})

describe('a file of the pages', () => {
  it('is kept for a year, and comes smaller to a browser that can read it', async () => {
    const browser = world.browser()
    const [, script = ''] = /src="(\/assets\/main-[^"]+\.js)"/.exec((await browser.get(pages.signUp)).body) ?? []
    const plain = await fetch(world.url + script, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    const text = await plain.text()
    const small = await browser.get(script, { 'accept-encoding': 'br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.bytes).toString()).toBe(text)
    expect(small.bytes.length).toBeLessThan(text.length / 2)
  })

  it('that does not exist is 404, never the document', async () => {
    const missing = await world.browser().get('/assets/index-old.js', { accept: '*/*' })
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
  })

  it.each(['/assets/../app.ts', '/assets/%2e%2e/app.ts', '/assets/', '/main.tsx', '/index.html'])(
    '%s leads to no other file',
    async (path) => {
      const { status } = await world.browser().get(path, { accept: '*/*' })
      expect(status).toBe(404)
    },
  )
})

it('the description of the server API is there for every program, with the address and plans of this installation', async () => {
  const { status, headers, body } = await world.browser().get('/docs/openapi.json', { accept: '*/*' })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/json', 'no-cache'])
  expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://ranks.example/http/v1' }] })
  expect(body.info.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(body.info.description).toContain('the calls of a UTC day: 31 on Free, 100 on Starter')
  expect(body.info.description).toContain('collects of the UTC day: 7 on Free, 100 on Starter')
  const small = await fetch(`${world.url}/docs/openapi.json`, { headers: { 'accept-encoding': 'br' } })
  expect([small.headers.get('content-encoding'), await small.json()]).toEqual(['br', body])
})

it('the guides for callers are one document for every program, and nothing else of the repository is served', async () => {
  const { status, headers, body } = await world.browser().get('/docs/guides.json', { accept: '*/*' })
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/json', 'no-cache'])
  const names: string[] = body.guides.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['overview', 'errors', 'versions', 'tools', 'connect']))
  const get = async (path: string) => (await world.browser().get(path, { accept: 'text/html' })).status
  for (const name of names) expect([name, await get(`/docs/${name}`)]).toEqual([name, 200])
  for (const path of ['nothing', 'decisions', '..%2finternals%2fdecisions', 'overview.md', 'overview/'])
    expect([path, await get(`/docs/${path}`)]).toEqual([path, 404])
})

it('each column of the guides’ tables has a name, which screen readers read out', async () => {
  const { body } = await world.browser().get('/docs/guides.json', { accept: '*/*' })
  const heads = body.guides.flatMap(({ name, text }: { name: string; text: string }) =>
    [...text.matchAll(/^(\|.*)\n\|[\s:|-]+$/gm)].map(([, head = '']) => `${name} ${head}`),
  )
  expect(heads.length).toBeGreaterThan(20)
  expect(heads.filter((head: string) => /\|\s*\|/.test(head))).toEqual([])
})

it('what is read comes compressed; what a write answers, which may be a secret, never does', async () => {
  const { browser, accountId } = await signedIn(world)
  const gzip = { 'accept-encoding': 'gzip, br' }
  for (let i = 0; i < 5; i++)
    await browser.op('keys.create', { params: { accountId }, body: { name: `a long name of a key ${i}`.repeat(4) } })
  const listed = await browser.op('keys.list', { params: { accountId } }, gzip)
  expect([listed.headers['content-encoding'], listed.body.keys.length]).toEqual(['gzip', 5])
  const lasting = { name: 'x'.repeat(100), kind: 'lasting' }
  const made = await browser.op('keys.create', { params: { accountId }, body: lasting }, gzip)
  expect([made.status, made.headers['content-encoding']]).toEqual([200, undefined])
})
