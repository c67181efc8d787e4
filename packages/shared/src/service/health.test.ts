import { request } from 'node:http'
import { expect, it } from 'vitest'
import { createMetricsRegistry, showParts, startAdminServer } from './health.ts'

function statusOf(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: '/metrics', headers: { host } })
    sent.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode))
    sent.end()
  })
}

const state = { checks: [], hasStarted: () => true, isDraining: () => false }
const options = { port: 0, metrics: () => createMetricsRegistry('test').metrics(), ...state }

it('on loopback the figures are read by address or as localhost, not by a name that leads there', async () => {
  const admin = await startAdminServer({ ...options, host: '127.0.0.1' })
  const statuses = [`127.0.0.1:${admin.port}`, 'localhost', 'evil.example', 'localhost.evil.example']
  expect(await Promise.all(statuses.map((host) => statusOf(admin.port, host)))).toEqual([200, 200, 403, 403])
  await admin.close()
})

it('inside a network of containers they are read by the service’s name', async () => {
  const admin = await startAdminServer({ ...options, host: '0.0.0.0' })
  expect(await statusOf(admin.port, 'projects:9090')).toBe(200)
  await admin.close()
})

it('figures say of each part whether it is reached, also of one that answers nothing', async () => {
  const registry = createMetricsRegistry('test')
  const part = (name: string, check: () => Promise<boolean>) => ({ name, required: true, check })
  showParts(registry, [
    part('database', () => Promise.reject(new Error('away'))),
    part('nats', async () => true),
    part('pages', async () => false),
  ])
  const shown = (await registry.metrics()).match(/^part_up.*/gm)
  expect(shown).toEqual([
    'part_up{part="database",service="test"} 0',
    'part_up{part="nats",service="test"} 1',
    'part_up{part="pages",service="test"} 0',
  ])
})
