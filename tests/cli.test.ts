import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as runHere } from '../packages/cli/src/run.ts'
import { systemClock } from '../packages/client/src/client.ts'
import { contentOf, installPacked, theirPath } from './support/packed.ts'
import { signInAs } from './support/person-calls.ts'
import { joinSystem } from './support/shared-system.ts'
import type { TestSystem } from './support/system.ts'

const demo = 'demo.sandbox.example'
const hostile = '\u001b[31mred\u001b[0m'

let folder: string
let installed: string
let system: TestSystem
let siteId: string
const keys: string[] = []
/** Thirty calls a minute each. */
const nextKey = () => {
  keys.push(keys.shift() ?? '')
  return keys[0] ?? ''
}
const envOf = () => ({
  PATH: theirPath,
  HOME: folder,
  RANK_TRACKER_URL: system.connection.appUrl,
  RANK_TRACKER_KEY: nextKey(),
})

/** The installed command, as a program runs it. */
function runs(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const options = { cwd: folder, env: { ...envOf(), LANG: 'C.UTF-8' } }
  return new Promise((resolve) => {
    execFile(path.join(folder, 'node_modules/.bin/rank-tracker-cli'), words, options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

/** The same from its sources, with a terminal of 80 columns. */
async function inTerminal(words: string[], env: Record<string, string> = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const terminal = Object.assign(stdout, { isTTY: true, columns: 80 })
  const world = {
    env: { ...envOf(), LANG: 'C.UTF-8', ...env },
    home: folder,
    stdin: Readable.from(['']),
    stdout: terminal,
    stderr,
    clock: systemClock,
  }
  const code = await runHere(words, world, '1')
  stdout.end()
  stderr.end()
  return { code, out: await readAll(stdout), err: await readAll(stderr) }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-cli-'))
  installed = await installPacked('cli', folder)
  system = await joinSystem()
  siteId = await system.fillDemo()
  const { accountId, apiKey } = system.connection
  keys.push(apiKey)
  for (const name of ['one', 'two', 'three', 'four'])
    keys.push((await system.operator.call('keys.create', { params: { accountId }, body: { name } })).secret)
  const { op } = await signInAs(system, system.owner, accountId)
  const params = { id: siteId }
  const { out } = await runs('keywords', demo, '--json')
  const rows: { id: string; position: number | null }[] = JSON.parse(out)
  const within = rows.filter(({ position }) => position !== null && position > 0 && position <= 10)
  const tag = (some: typeof rows, name: string) =>
    op('keywordTags.update', { params, body: { ids: some.map(({ id }) => id), add: [name], remove: [] } })
  await tag(within, 'good')
  await tag(
    rows.filter(({ position }) => position === 0 || (position ?? 0) > 10),
    'bad',
  )
})
afterAll(async () => {
  await system?.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('the packed command', () => {
  it('is its own code and nothing else, and runs by its name', async () => {
    const { files, beside, manifest } = contentOf(installed)
    expect(files.filter((name) => !/^dist\/(cli|client)\/src\/[\w/-]+\.js$/.test(name))).toEqual([
      'README.md',
      'package.json',
    ])
    expect(files.filter((name) => name.includes('.test.'))).toEqual([])
    expect(beside).toEqual(['rank-tracker-cli'])
    expect(manifest).not.toHaveProperty('dependencies')
    const { stdout } = await promisify(execFile)('npx', ['--no', '--', 'rank-tracker-cli', '--version'], {
      cwd: folder,
      env: envOf(),
    })
    expect(stdout).toBe(`${manifest.version}\n`)
  })

  it('ends quietly where its reader has read enough', async () => {
    const main = path.join(installed, 'dist/cli/src/main.js')
    const child = spawn('node', [main, 'keywords', demo, '--json'], { env: envOf(), stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const err = readAll(child.stderr)
    const [code] = await once(child, 'exit')
    expect([code, await err]).toEqual([0, ''])
  })

  it('never has the key among the arguments that other users see', async () => {
    const { out } = await new Promise<{ out: string }>((resolve) => {
      const child = spawn(
        'node',
        [path.join(installed, 'dist/cli/src/main.js'), 'login', '--url', system.connection.appUrl],
        {
          env: { PATH: theirPath, HOME: folder },
          stdio: ['pipe', 'ignore', 'pipe'],
        },
      )
      execFile('ps', ['-o', 'args=', '-p', String(child.pid)], (_, seen) => {
        child.stdin.end(`${nextKey()}\n`)
        child.once('exit', () => resolve({ out: seen }))
      })
    })
    expect(out).not.toContain('rts_sk_')
  })
})

describe('sites and keywords', () => {
  it('are listed for people, for programs and for spreadsheets', async () => {
    expect(await runs('sites')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^domain +name.*\ndemo\.sandbox\.example /),
    })
    expect(JSON.parse((await runs('sites', '--json')).out)).toMatchObject([{ id: siteId, domain: demo }])
    const { out } = await runs('keywords', demo, '--tag', 'good', '--sort', 'position', '--csv')
    const [head, ...lines] = out.trimEnd().split('\r\n')
    expect(head).toBe('keyword,position,change,device,country,language,location,best,checked,tags,url')
    const positions = lines.map((line) => Number(/^(?:"[^"]*"|[^,]*),(\d+),/.exec(line)?.[1]))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions.every((position) => position >= 1 && position <= 10)).toBe(true)
  })

  it('are added and removed, and what was removed says until when it can come back', async () => {
    expect(await runs('add', demo, 'cli one', 'cli  two')).toMatchObject({ code: 0, err: '2 added, 0 skipped.\n' })
    expect(await runs('add', demo, 'cli one')).toMatchObject({ code: 0, err: '0 added, 1 skipped.\n' })
    const removed = await runs('remove', siteId, 'CLI one', 'cli two', '--json')
    expect(JSON.parse(removed.out)).toMatchObject([
      { keyword: 'cli one', restorableUntil: expect.stringMatching(/^\d{4}-/) },
      { keyword: 'cli two' },
    ])
    expect(await runs('remove', demo, 'cli one')).toMatchObject({
      code: 2,
      err: 'rank-tracker-cli: no keyword is cli one\n',
    })
  })

  it('never reach a terminal with what it would obey, nor a spreadsheet with what it would run', async () => {
    const { op } = await signInAs(system, system.owner, system.connection.accountId)
    expect((await op('sites.create', { body: { name: '=cmd()', domain: 'formula.example' } })).status).toBe(200)
    expect((await runs('sites', '--csv')).out).toContain(`,'=cmd(),`)
    const { err } = await inTerminal(['keywords', `Shop ${hostile}`])
    expect(err).toContain('no site is Shop \\u001b[31mred')
    expect(err).not.toContain('\u001b')
  })
})

describe('history', () => {
  it('is a chart in a terminal, with colours unless NO_COLOR is set', async () => {
    const words = ['history', await firstGood(), '--site', demo, '--days', '60']
    const { code, out } = await inTerminal(words, { NO_COLOR: '1' })
    expect(code).toBe(0)
    expect(out).toMatch(/^ +\d+ ┤.*[─╮╯]/m)
    expect(out).toMatch(/^now \S+; best \d+, worst \d+; \d+ checks/m)
    expect(out).not.toContain('\u001b')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect((await inTerminal(words)).out).toContain('\u001b[32m')
    expect((await inTerminal(words, { LANG: 'C' })).out).toMatch(/^ +\d+ \|/m)
  })

  it('is a line for each check elsewhere', async () => {
    const { out } = await runs('history', await firstGood(), '--site', demo, '--days', '60')
    expect(out).toMatch(/^checked +position +url\n\d{4}-\d\d-\d\dT\S+ +\S+ +\S+/)
  })
})

async function firstGood(): Promise<string> {
  const { out } = await inTerminal(['keywords', demo, '--tag', 'good', '--limit', '1', '--json'])
  return JSON.parse(out)[0].id
}

describe('check', () => {
  it('ends with 0 where all of a tag are within', async () => {
    expect(await runs('check', '--site', demo, '--tag', 'good', '--within', '10')).toMatchObject({ code: 0, out: '' })
  })

  it('ends with 1 and a table where one is not', async () => {
    const { code, out, err } = await runs('check', '--site', demo, '--tag', 'bad', '--within', '10')
    expect([code, err]).toEqual([1, expect.stringMatching(/^0 of \d+ within 10, \d+ out, 0 unknown\.\n$/)])
    expect(out).toMatch(/^keyword +position +outcome +before/)
  })

  it('ends with 2 where the filter means none: a build does not pass for a wrong tag', async () => {
    expect(await runs('check', '--site', demo, '--tag', 'god')).toMatchObject({ code: 2, out: '' })
  })

  it('takes no rank that is unknown for one that fell, nor for one that holds: an option decides', async () => {
    const { op } = await signInAs(system, system.owner, system.connection.accountId)
    const host = 'unranked.example'
    await op('sites.create', { body: { name: 'Unranked', domain: host } })
    await runs('add', host, 'pour over')
    const look = async () => {
      const [row] = JSON.parse((await inTerminal(['keywords', host, '--json'])).out)
      return row.checkedAt ? row : undefined
    }
    expect(await until('the first check', look, undefined, gentlyMs)).toMatchObject({ position: 0, depth: 100 })
    // Of a hundred results that were read, none says whether it is among a thousand.
    const asked = ['check', '--site', host, '--within', '1000']
    const { code, out } = await inTerminal(asked)
    expect([code, out]).toEqual([3, expect.stringContaining('only 100 results were read')])
    expect((await inTerminal([...asked, '--unknown', 'fail'])).code).toBe(1)
    expect((await inTerminal([...asked, '--unknown', 'pass'])).code).toBe(0)
    expect((await inTerminal(['check', '--site', host])).code).toBe(1)
  })
})
