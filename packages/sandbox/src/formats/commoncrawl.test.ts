import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { useSandbox } from '../testing/client.ts'

const sandbox = useSandbox()
const edges = async (headers: Record<string, string> = {}) => {
  const release = 'cc-main-2026-mar-apr-may'
  const url = `${sandbox.url()}/commoncrawl/projects/hyperlinkgraph/${release}/domain/${release}-domain-edges.txt.gz`
  const response = await fetch(url, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

it('a file of the domain graph goes on at any byte of the same version', async () => {
  const whole = await edges()
  expect(whole.response.headers.get('accept-ranges')).toBe('bytes')
  expect(gunzipSync(whole.bytes).toString()).toMatch(/^\d+\t\d+\n/)
  const etag = whole.response.headers.get('etag') ?? ''
  const rest = await edges({ range: 'bytes=100-', 'if-range': etag })
  expect(rest.response.status).toBe(206)
  expect(rest.response.headers.get('content-range')).toBe(`bytes 100-${whole.bytes.length - 1}/${whole.bytes.length}`)
  expect(rest.bytes).toEqual(whole.bytes.subarray(100))
  const other = await edges({ range: 'bytes=100-', 'if-range': '"another"' })
  expect([other.response.status, other.bytes.length]).toEqual([200, whole.bytes.length])
})
