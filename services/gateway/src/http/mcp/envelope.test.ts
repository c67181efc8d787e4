import { describe, expect, it } from 'vitest'
import { mcpBodyLimitBytes } from '../common/limits.ts'
import { RpcError, readEnvelope } from './envelope.ts'

const read = (text: string) => readEnvelope(Buffer.from(text))
const message = (fields: object) => read(JSON.stringify({ jsonrpc: '2.0', ...fields }))

function refusal(run: () => unknown): { rpcCode: number; id: unknown } {
  try {
    run()
  } catch (error) {
    if (error instanceof RpcError) return { rpcCode: error.rpcCode, id: error.id }
  }
  throw new Error('not refused')
}

describe('the envelope of a message', () => {
  it('has the id and says which messages no minute counts', () => {
    expect(message({ id: 7, method: 'tools/call' })).toEqual({ id: 7, isHandshake: false })
    expect(message({ id: 'a', method: 'tools/list' })).toEqual({ id: 'a', isHandshake: false })
    for (const method of ['initialize', 'ping', 'server/discover']) {
      expect(message({ id: 0, method }).isHandshake, method).toBe(true)
    }
    expect(message({ method: 'notifications/initialized' })).toEqual({ id: null, isHandshake: true })
    expect(message({ id: 1, result: {} })).toEqual({ id: 1, isHandshake: true })
  })

  it.each(['', '{', '\ufeff{}', 'NaN'])('refuses %j as no JSON', (text) => {
    expect(refusal(() => read(text)).rpcCode).toBe(-32_700)
  })

  it('refuses bytes that are not UTF-8', () => {
    expect(refusal(() => readEnvelope(Buffer.from([0x22, 0xff, 0x22]))).rpcCode).toBe(-32_700)
  })

  it.each(['null', '5', '"x"', '[]', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', '{}'])('refuses %s', (text) => {
    expect(refusal(() => read(text)).rpcCode).toBe(-32_600)
  })

  it.each(['[', '{"a":', '"', '"\\', '{"id":1,"a":"'])('refuses 256 KB of %j that never end', (piece) => {
    expect(refusal(() => read(piece.repeat(mcpBodyLimitBytes / piece.length))).rpcCode).toBe(-32_700)
  })

  it('has its id and method however deep its params are', () => {
    const deep = `${'['.repeat(131_000)}${']'.repeat(131_000)}`
    const text = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${deep}}}`
    expect(text.length).toBeLessThanOrEqual(mcpBodyLimitBytes)
    expect(read(text)).toEqual({ id: 1, isHandshake: true })
  })

  it('has an id of at most a thousand characters', () => {
    expect(message({ id: 'x'.repeat(1_000), method: 'ping' }).id).toHaveLength(1_000)
    expect(refusal(() => message({ id: 'x'.repeat(1_001), method: 'ping' }))).toEqual({ rpcCode: -32_600, id: null })
  })

  it('refuses bad fields and still knows a good id', () => {
    expect(refusal(() => message({ id: 3, method: 5 }))).toEqual({ rpcCode: -32_600, id: 3 })
    expect(refusal(() => message({ id: 3, method: 'x', params: [] }))).toEqual({ rpcCode: -32_600, id: 3 })
    expect(refusal(() => message({ id: null, method: 'x' }))).toEqual({ rpcCode: -32_600, id: null })
    expect(refusal(() => message({ id: 1.5, method: 'x' }))).toEqual({ rpcCode: -32_600, id: null })
    expect(refusal(() => read('{"jsonrpc":"1.0","id":3,"method":"x"}'))).toEqual({ rpcCode: -32_600, id: 3 })
  })
})
