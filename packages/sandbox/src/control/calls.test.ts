import { expect, it } from 'vitest'
import { createCallLog } from '../state/call-log.ts'
import { call, callsOf, now, useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()

it('logs provider calls in order with what was asked, their status, and no secrets', async () => {
  await call(`${sandbox.url()}/serpapi/search?q=tea&api_key=topsecret`)
  await call(`${sandbox.url()}/serper/search?apiKey=topsecret`, 'POST', { q: 'tea', page: 2 })
  await call(`${sandbox.url()}/dataforseo/v3/serp/google/organic/task_post`, 'POST', [
    { keyword: 'a' },
    { keyword: 'b' },
  ])
  const calls = await callsOf(sandbox.url())
  expect(calls).toMatchObject([
    { provider: 'serpapi', path: '/serpapi/search', query: { q: 'tea', api_key: '***' }, status: 200 },
    { provider: 'serper', path: '/serper/search', query: { q: 'tea', page: 2, apiKey: '***' }, status: 200 },
    { provider: 'dataforseo', query: { tasks: [{ keyword: 'a' }, { keyword: 'b' }] }, status: 401 },
  ])
  expect(JSON.stringify(calls)).not.toMatch('topsecret')
})

it('filters by provider and by time', async () => {
  await call(`${sandbox.url()}/serpapi/search?q=tea&api_key=k`)
  await call(`${sandbox.url()}/searxng/search?q=tea`)
  expect(await callsOf(sandbox.url(), 'provider=searxng')).toHaveLength(1)
  expect(await callsOf(sandbox.url(), `since=${now.toISOString()}`)).toHaveLength(2)
  expect(await callsOf(sandbox.url(), `since=${new Date(now.getTime() + 1).toISOString()}`)).toHaveLength(0)
  const reply = await call(`${sandbox.url()}/control/calls?since=yesterday`)
  expect(reply.status).toBe(400)
  expect(reply.json()).toMatchObject({ errors: [{ field: 'since' }] })
})

it('keeps the last ten thousand calls', () => {
  const log = createCallLog()
  for (let n = 0; n < 25_000; n++) {
    log.add({ at: now.toISOString(), provider: 'serper', path: `/${n}`, query: {}, status: 200 })
  }
  const kept = log.list({})
  expect(kept).toHaveLength(10_000)
  expect([kept.at(0)?.path, kept.at(-1)?.path]).toEqual(['/15000', '/24999'])
})
