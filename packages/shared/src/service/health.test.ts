import { request } from 'node:http'
import { expect, it } from 'vitest'
import { createMetricsRegistry, startAdminServer } from './health.ts'

function statusOf(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path: '/metrics', headers: { host } })
    sent.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode))
    sent.end()
  })
}

const options = { port: 0, metrics: () => createMetricsRegistry('test').metrics(), checks: [], isDraining: () => false }

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
