import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { connectionSchema } from '@rts/local/system/data-folder'
import { nextMonth } from '@rts/local/system/demo-site'
import { type System, startSystem } from '@rts/local/system/system'
import { until } from '@rts/local/testing/until'
import { demoHosts, demoTopics } from '@rts/sandbox/world/demo'
import { demoFaults } from '@rts/sandbox/world/demo-pages'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, type Rest, restClient } from './support/system.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-demo-'))
const said: string[] = []
let system: System
let rest: Rest
beforeAll(() => {
  // The plan has room for one keyword less than the demo has.
  const tooSmall = path.join(folder, 'plans.json')
  writeFileSync(tooSmall, JSON.stringify({ growth: { keywords: 29 } }))
  return start({ PLANS_FILE: tooSmall })
})
afterAll(async () => {
  await system.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A start with variables as a user sets them. */
async function start(variables: Record<string, string> = {}): Promise<void> {
  const env = { ...process.env, ADMISSION_TIMEOUT_MS: '2000', ...variables }
  system = await startSystem({ folder, port: await freePort(), env, say: (line) => said.push(line) })
  rest = restClient(system.connection.baseUrl, system.connection.apiKey)
}

async function restart(variables: Record<string, string> = {}): Promise<void> {
  await system.stop()
  await start(variables)
}

const written = () => connectionSchema.parse(JSON.parse(readFileSync(path.join(folder, 'connection.json'), 'utf8')))
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const sites = async () => list((await rest('GET', '/projects')).body.projects)
const keywords = async (site: string) => list((await rest('GET', `/projects/${site}/keywords`)).body.keywords)
const askedOf = async (provider: string) => {
  const answer = await fetch(`${system.connection.sandboxUrl}/control/calls?provider=${provider}`)
  return list(Object(await answer.json()).calls).length
}

it('a system is ready before its demo: no site, and no call to a provider', async () => {
  expect(await sites()).toEqual([])
  expect(written()).not.toHaveProperty('demoProjectId')
  expect(await askedOf('dataforseo')).toBe(0)
})

it('where the demo cannot be made this is said, and the system runs on', async () => {
  await system.fillDemo()
  expect(said.join('\n')).toMatch(/demo site was not made.*next start tries again/)
  expect(await sites()).toEqual([])
})

it('the next start makes it: thirty keywords, each with a year of marked history, and three rivals', async () => {
  await restart()
  said.length = 0
  await system.fillDemo()
  expect(said).toEqual([])
  const id = written().demoProjectId ?? ''
  expect(await sites()).toMatchObject([{ id, domain: 'demo.sandbox.example' }])
  const tracked = await keywords(id)
  expect(tracked).toHaveLength(30)
  const history = list((await rest('GET', `/projects/${id}/keywords/${at(tracked, 0, 'id')}/history`)).body.history)
  expect(history.length).toBeGreaterThanOrEqual(365)
  expect(history.filter((row) => at(row, 'sandbox') !== true)).toEqual([])
  const oldest = Date.parse(String(at(history, 0, 'checkedAt')))
  expect(Date.now() - oldest).toBeGreaterThan(363 * 86_400_000)
  const compared = JSON.stringify((await rest('GET', `/projects/${id}/rank-compare`)).body)
  for (const host of demoHosts.slice(1)) expect(compared).toContain(host)
})

it('its checks go on where the history ends, and find it on the results pages', async () => {
  const id = written().demoProjectId ?? ''
  const isChecked = (row: unknown) => at(row, 'lastCheck', 'status') === 'ok'
  const checked = await until(
    'every check',
    async () => {
      const rows = await keywords(id)
      return rows.every(isChecked) ? rows : undefined
    },
    60_000,
    3_000,
  )
  const gaps: number[] = []
  for (const row of checked.slice(0, 5)) {
    const { body } = await rest('GET', `/projects/${id}/keywords/${at(row, 'id')}/history?limit=2`)
    const [before, now] = [Number(at(body, 'history', 0, 'position')), Number(at(body, 'history', 1, 'position'))]
    expect(at(body, 'history', 1, 'source')).toBe('serpapi')
    gaps.push(Math.abs(before - now))
  }
  expect(gaps.filter((gap) => gap > 3)).toEqual([])
})

it('what is built has been asked: planner and gap have rows', async () => {
  const id = written().demoProjectId ?? ''
  for (const path of ['planner', 'gap']) {
    const rows = await until(
      `rows of ${path}`,
      async () => {
        const { body } = await rest('GET', `/projects/${id}/${path}`)
        return list(body.rows).length > 0 ? list(body.rows) : undefined
      },
      60_000,
      2_500,
    )
    expect([path, rows.length > 10]).toEqual([path, true])
  }
})

it('its pages have been audited: they have the faults that are planted in them, and no others', async () => {
  const id = written().demoProjectId ?? ''
  const audit = await until(
    'the audit',
    async () => {
      const { body } = await rest('GET', `/projects/${id}/issues`)
      return body.status === 'ready' ? body : undefined
    },
    60_000,
    2_500,
  )
  expect(audit.score).toBeGreaterThan(50)
  const found = list(audit.issues).map((issue) => {
    const urls = list(at(issue, 'urls')).map((each) => new URL(String(at(each, 'url'))))
    expect(new Set(urls.map(({ hostname }) => hostname))).toEqual(new Set(['demo.sandbox.example']))
    return [String(at(issue, 'code')), urls.map(({ pathname }) => pathname).sort()]
  })
  // How fast this machine answers was not planted.
  expect(Object.fromEntries(found.filter(([code]) => !String(code).startsWith('SLOW_')))).toEqual(demoFaults)
})

it('there is something to write about, a plan for next month and an article, each by the sandbox’s writer', async () => {
  const id = written().demoProjectId ?? ''
  const site = `/projects/${id}`
  const { body } = await rest('GET', `${site}/content-ideas`)
  expect(list(body.ideas).length).toBeGreaterThan(3)
  const [topic] = demoTopics
  const publishOn = nextMonth(new Date())
  for (const [path, name, body] of [
    ['content-plans', 'plan', { q: topic, publishOn }],
    ['articles', 'article', { keyword: topic }],
  ] as const) {
    const text = await until(
      `the ${name}`,
      async () => {
        const answer = await rest('POST', `${site}/${path}`, body)
        return at(answer.body, name, 'status') === 'ready' ? answer.body : undefined
      },
      60_000,
      2_500,
    )
    expect(text).toMatchObject({ created: false, [name]: { generator: 'llm:simulated', sandbox: true } })
  }
})

it('a later start makes nothing twice and asks nothing again', async () => {
  const before = [await sites(), written().demoProjectId]
  await restart()
  expect(system.connection.demoProjectId).toBe(before[1])
  await system.fillDemo()
  expect([await sites(), written().demoProjectId]).toEqual(before)
  expect(await keywords(String(before[1]))).toHaveLength(30)
  expect(await askedOf('dataforseo')).toBe(0)
})

it('with a provider of the user’s own, nothing is made or asked', async () => {
  await restart({ DATAFORSEO_LOGIN: 'me', DATAFORSEO_PASSWORD: 'secret', DATAFORSEO_BASE_URL: 'http://127.0.0.1:9' })
  rmSync(path.join(folder, 'demo.json'))
  said.length = 0
  await system.fillDemo()
  expect([said, existsSync(path.join(folder, 'demo.json'))]).toEqual([[], false])
})
