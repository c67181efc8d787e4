import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { portOf } from '@rts/shared/service/health'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTally, demand, Noticed } from '../harness/calls.ts'
import { ask, holding } from '../harness/customers/answers.ts'
import { openDoor } from '../scripts/upgrade/door.ts'
import { checkOutLastRelease, plantedChanges } from '../scripts/upgrade/trees.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

describe('the way to the replicas of a service', () => {
  async function replica(name: string): Promise<{ port: number }> {
    const server = createServer((_req, res) => res.end(name))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => server.close())
    return { port: portOf(server.address()) }
  }
  async function doorTo(...ports: number[]) {
    const door = await openDoor()
    cleanups.push(door.close)
    for (const port of ports) door.add(port)
    const url = `http://127.0.0.1:${door.port}`
    const get = async () => (await fetch(url, { headers: { connection: 'close' } })).text()
    return { ...door, get }
  }

  it('leads each new connection to the next one, and to none that was taken out', async () => {
    const [a, b] = [await replica('a'), await replica('b')]
    const door = await doorTo(a.port, b.port)
    expect([await door.get(), await door.get(), await door.get()].sort().join('')).toMatch(/^(aab|abb)$/)
    door.takeOut(a.port)
    expect([await door.get(), await door.get(), await door.get()]).toEqual(['b', 'b', 'b'])
  })
})

describe('the count of answers', () => {
  const reply = (status: number, body: object) => ({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) })
  const rows = z.object({ rows: z.array(z.string()) })

  it('tells an answer that says "unavailable" with a 200 from one that holds its rows, a failed one, and a missing file', async () => {
    const tally = createTally()
    tally.enter('a step')
    const take = (answer: () => unknown) => tally.call('collects', 'rows', async () => answer())
    await take(() => holding(rows, reply(200, { status: 'ready', rows: ['one'] })))
    await take(() => holding(rows, reply(200, { status: 'unavailable', reason: null, rows: [] })))
    await take(() => holding(rows, reply(200, { status: 'ready' })))
    await take(() => holding(rows, reply(502, { code: 'bad_upstream_body' })))
    await take(() => demand(false, 'an old answer'))
    await take(() => {
      throw new Noticed('missing', '/assets/main.js')
    })
    const { calls, byType } = tally.outcome(0, 'collects')
    expect({ calls, ...byType }).toEqual({ calls: 6, failed: 3, unavailable: 1, missing: 1 })
    expect(tally.examples()[0]).toMatch(/^a step: collects, rows \(.* s\): unavailable, reason null$/)
  })

  it('has a call without a whole answer as failed', async () => {
    const broken = createServer((_req, res) => {
      res.writeHead(200, { 'content-length': 10 }).write('{}')
      setImmediate(() => res.destroy())
    })
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => broken.close())
    await expect(ask(`http://127.0.0.1:${portOf(broken.address())}`)).rejects.toThrow()
  })
})

it.each(plantedChanges)('the next version that a rehearsal plants has its place in %s', (file, place) =>
  expect(readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')).toContain(place),
)

describe('the last release', () => {
  it('is named with its commit where a clone lacks it', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'upgrade-'))
    cleanups.push(() => rmSync(root, { recursive: true }))
    execFileSync('git', ['init', '--quiet'], { cwd: root })
    mkdirSync(path.join(root, 'contract/released'), { recursive: true })
    const commit = '0123456789012345678901234567890123456789'
    writeFileSync(path.join(root, 'contract/released/1.2.3.json'), JSON.stringify({ version: '1.2.3', commit }))
    expect(() => checkOutLastRelease(root, root)).toThrow(`This clone lacks ${commit}, the commit of 1.2.3`)
  })
})
