import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { readBody } from './http-server.ts'

const server = createServer((req, res) => {
  readBody(req, 2_000_000).then(
    (body) => res.end(String(body.length)),
    (error) => res.end(error instanceof AppError ? error.code : 'internal'),
  )
})
beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
afterAll(() => server.close())
const post = async (bytes: number) => {
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: Buffer.alloc(bytes) })).text()
}

it('a body up to its limit is read, a longer one is refused as too large', async () => {
  expect(await post(2_000_000)).toBe('2000000')
  expect(await post(2_000_001)).toBe('payload_too_large')
})
