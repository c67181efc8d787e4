import type { Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { agentWith } from '../support/agent-call.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { open, signIn } from '../support/person.ts'
import { signInAs } from '../support/person-calls.ts'

const phrase = `bad day of ${crypto.randomUUID().slice(0, 8)}`
const domain = 'our-shop.example'
const organic = Array.from({ length: 20 }, (_, i) => (i === 3 ? `https://${domain}/` : `https://site${i}.example/`))
type Row = { id: string; position: number | null; lastCheck: { status: string; error: string | null } | null }

describeInBrowser('a bad page', () => {
  let started: SystemInBrowser
  let visitor: Visitor
  let siteId: string
  let keywordId: string
  let agentKey: string
  beforeAll(async () => {
    started = await startInBrowser()
    await control('PUT', 'serp', { keyword: phrase, organic })
    siteId = (await rest<{ project: Row }>('POST', '/projects', { name: 'Our shop', domain })).project.id
    const { keyword } = await rest<{ keyword: Row }>('POST', `/projects/${siteId}/keywords`, { keyword: phrase })
    keywordId = keyword.id
    await until('the first check', async () => (await row())?.lastCheck?.status === 'ok', undefined, gentlyMs)
    const { operator, connection } = started.system
    const body = { name: 'agent', kind: 'lasting' } as const
    agentKey = (await operator.call('keys.create', { params: { accountId: connection.accountId }, body })).secret
    visitor = await started.visit()
    await signIn(visitor.page, started.system.owner)
  })
  afterEach(() => control('POST', 'fail', { provider: 'serpapi', mode: 'slow', times: 1, keyword: phrase }))
  afterAll(() => started?.remove())

  async function control(method: string, path: string, body: object) {
    const url = `${started.system.connection.sandboxUrl}/control/${path}`
    expect((await fetch(url, { method, body: JSON.stringify(body) })).status).toBe(200)
  }
  async function rest<A>(method: string, path: string, body?: object): Promise<A> {
    const { baseUrl, apiKey } = started.system.connection
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    expect(answer.status).toBe(200)
    // safe because the service checks its own answers
    return (await answer.json()) as A
  }
  const row = async () => (await rest<{ keywords: Row[] }>('GET', `/projects/${siteId}/keywords`)).keywords[0]

  it.each([
    ['poisoned', 'suspect', 'suspect', 'may have been withheld or replaced by Google'],
    ['respelled', 'respelled', 'other spelling', 'Google showed results for another spelling of this keyword.'],
  ])(
    '(%s) is said in REST, to agents, in the table and on the page of its keyword, and the rank stays',
    async (mode, error, badge, sentence) => {
      const { system } = started
      await control('POST', 'fail', { provider: 'serpapi', mode, keyword: phrase })
      const person = await signInAs(system, system.owner, system.connection.accountId)
      const body = { keywordIds: [keywordId], again: true }
      // A check that is still under way is not bought again.
      const run = async () => Object((await person.op('checks.run', { params: { id: siteId }, body })).body)
      await until('a check that is bought', async () => (await run()).pages === 1)
      await until('the bad page', async () => (await row())?.lastCheck?.error === error, undefined, gentlyMs)
      const agent = agentWith(system.connection.mcpUrl, agentKey)
      const { rows } = Object(await agent('keyword_positions', { project_id: siteId }))
      expect(rows).toMatchObject([{ position: 4, lastCheck: { status: 'failed', error } }])
      const { page } = visitor
      await open(page, pages.keywords.replace('$siteId', siteId))
      const shown = page.locator('tbody tr[data-index]').first()
      const mark = shown.getByText(badge, { exact: true })
      await mark.waitFor()
      expect(await mark.getAttribute('title')).toContain(sentence)
      await shown.getByText('4', { exact: true }).first().waitFor()
      await page.getByRole('link', { name: phrase, exact: true }).click()
      await page.getByRole('dialog', { name: phrase }).getByText(sentence).first().waitFor()
    },
  )
})
