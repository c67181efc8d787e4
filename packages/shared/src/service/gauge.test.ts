import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createGauge, createGauges } from './gauge.ts'
import { createMetricsRegistry } from './health.ts'

it('figures of one read ask once, and stay while they cannot be counted', async () => {
  const registry = new Registry()
  let reads = 0
  let isLost = false
  createGauges(registry, { one: 'One', other: 'Other' }, async () => {
    if (isLost) throw new Error('lost')
    reads++
    return { one: reads, other: 10 * reads }
  })
  const shown = async () => (await registry.metrics()).match(/^o.*$/gm)
  expect(await shown()).toEqual(['one 1', 'other 10'])
  isLost = true
  expect(await shown()).toEqual(['one 1', 'other 10'])
  isLost = false
  expect(await shown()).toEqual(['one 2', 'other 20'])
})

it('a figure that never comes does not hold the others back', async () => {
  const registry = new Registry()
  createGauge(registry, { name: 'silent', help: 'Silent', count: () => new Promise(() => {}) })
  createGauge(registry, { name: 'quick', help: 'Quick', count: async () => 7 })
  expect(await registry.metrics()).toMatch(/^quick 7$/m)
})

it('no gauge has the name of a counter', async () => {
  const text = await createMetricsRegistry('test').metrics()
  expect(text).toMatch(/^nodejs_active_handles\{/m)
  expect(text.match(/^# TYPE \S+_total gauge$/gm)).toBeNull()
})
