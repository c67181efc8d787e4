import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const main = path.resolve(import.meta.dirname, '..', 'packages', 'cli', 'src', 'main.ts')
const allowance = { used: 1, limit: 100, remaining: 99, resetsAt: '2026-03-03T00:00:00.000Z', exhausted: false }
const site = { id: 'site-1', domain: 'example.com', name: 'Example' }
const keyword = {
  id: 'k',
  keyword: 'coffee',
  checkedAt: '2026-03-02T07:00:00.000Z',
  depth: 100,
  lastCheck: { status: 'ok', at: '2026-03-02T07:00:00.000Z', error: null },
  position: 11,
  previousPosition: 4,
  change: -7,
  url: null,
  frozen: false,
  tags: [],
}
const sites = { allowance, projects: [site], total: 1, nextCursor: null }
const refusal = {
  allowance,
  title: 'T',
  status: 429,
  detail: 'D',
  instance: 'r',
  code: 'rate_limited',
  retryable: true,
}

let keywords: unknown[] = []
let refusals = 0
const server = createServer((req, res) => {
  if (refusals-- > 0) res.writeHead(429, { 'retry-after': '3' }).end(JSON.stringify(refusal))
  else if (req.url?.includes(site.id)) res.end(JSON.stringify({ allowance, keywords, total: 1, nextCursor: null }))
  else res.end(JSON.stringify(sites))
})
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // safe because it listens on a port
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  env = { ...process.env, RANK_TRACKER_URL: url, RANK_TRACKER_KEY: 'rts_sk_Zm9vYmFy' }
})
afterAll(() => server.close())
beforeEach(() => {
  keywords = [keyword]
  refusals = 0
})

const start = (stdout: 'pipe' | number) =>
  spawn(process.execPath, [main, 'check', '--json'], { env, stdio: ['ignore', stdout, 'pipe'] })

async function endOf(child: ReturnType<typeof start>): Promise<[unknown, string]> {
  const [[code], err] = await Promise.all([once(child, 'exit'), child.stderr ? readAll(child.stderr) : ''])
  return [code, err]
}

describe('a check', () => {
  it('ends with its own code where its reader has read enough', async () => {
    const child = start('pipe')
    child.stdout?.destroy()
    expect(await endOf(child)).toEqual([1, '0 of 1 within 10, 1 out, 0 unknown.\n'])
  })

  it('goes on to its end where its notes are not read', async () => {
    refusals = 1
    const child = start('pipe')
    child.stdout?.destroy()
    child.stderr?.destroy()
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(refusals).toBeLessThan(0)
  })

  it('ends with 70 and a line where the program has a fault', async () => {
    keywords = [null]
    expect(await endOf(start('pipe'))).toEqual([
      70,
      expect.stringMatching(/^rank-tracker-cli: failed unexpectedly: TypeError: .*\n$/),
    ])
  })

  it.runIf(process.platform === 'linux')('ends with 70 where its answer cannot be written', async () => {
    expect(await endOf(start(openSync('/dev/full', 'w')))).toEqual([
      70,
      expect.stringMatching(/\nrank-tracker-cli: failed unexpectedly: Error: ENOSPC.*\n$/),
    ])
  })
})
