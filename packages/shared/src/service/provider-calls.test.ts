import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { joinMetrics } from './health.ts'
import { createProviderCalls } from './provider-calls.ts'

function setting(thread: 'calls' | 'work' = 'work') {
  let now = new Date('2026-11-23T22:00:00Z')
  const lines: unknown[] = []
  const registry = new Registry()
  // safe because a line has its facts first
  const logger = { info: (facts: object) => void lines.push(facts) } as never
  const calls = createProviderCalls(registry, { clock: { now: () => now }, logger, thread })
  const pass = (hours: number) => {
    now = new Date(now.getTime() + hours * 3_600_000)
  }
  return { calls, registry, lines, pass }
}

it('counts calls by provider and outcome', async () => {
  const { calls, registry } = setting()
  calls.count('serper', 'ok')
  calls.count('serper', 'timeout')
  calls.count('serper', 'ok')
  const text = await registry.metrics()
  expect(text).toContain('provider_calls_total{provider="serper",outcome="ok",thread="work"} 2')
  expect(text).toContain('provider_calls_total{provider="serper",outcome="timeout",thread="work"} 1')
})

it('says once a day which share of the calls of each provider failed; an unknown payment is no failure', () => {
  const { calls, lines, pass } = setting()
  for (const outcome of ['ok', 'auth', 'ok', 'ok']) calls.count('serper', outcome)
  calls.count('midtrans', 'not_found')
  expect(lines).toEqual([])
  pass(3)
  calls.count('serper', 'ok')
  calls.count('serper', 'ok')
  expect(lines).toEqual([
    {
      day: '2026-11-23',
      providers: { serper: { calls: 4, failed: 1, share: 0.25 }, midtrans: { calls: 1, failed: 0, share: 0 } },
    },
  ])
  pass(24)
  calls.count('serper', 'ok')
  expect(lines[1]).toEqual({ day: '2026-11-24', providers: { serper: { calls: 2, failed: 0, share: 0 } } })
})

it('the metrics of two threads have each metric once, with the samples of both', async () => {
  const [main, work] = [setting('calls'), setting('work')]
  main.calls.count('serper', 'ok')
  work.calls.count('serper', 'ok')
  const text = joinMetrics(await main.registry.metrics(), await work.registry.metrics())
  expect(text.match(/# TYPE provider_calls_total counter/g)).toHaveLength(1)
  expect(text.match(/^provider_calls_total\{.*\} 1$/gm)).toHaveLength(2)
})
