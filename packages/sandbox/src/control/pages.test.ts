import { request } from 'node:http'
import { expect, it } from 'vitest'
import { useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()

function reset(headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${sandbox.url()}/control/reset`, { method: 'POST', headers })
    sent.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode))
    sent.end()
  })
}

it('a web page cannot reset the world: neither from another site nor by a name that leads to loopback', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { host: 'evil.example' },
    { host: 'localhost.evil.example:80' },
  ])
    expect([headers, await reset(headers)]).toEqual([headers, 403])
  for (const headers of [{}, { host: 'localhost:1' }, { host: '[::1]:1' }])
    expect([headers, await reset(headers)]).toEqual([headers, 200])
})
