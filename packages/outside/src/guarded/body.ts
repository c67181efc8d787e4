import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { Refused } from './refusal.ts'

export type BodyLimits = { wireBytes: number; decodedBytes: number }
export type BodyOptions = {
  truncate?: boolean
  types?: RegExp
  read?: (body: AsyncIterable<Uint8Array>) => Promise<void>
  maxBytes?: number
}

const decoders = new Map<string, () => Duplex | null>([
  ['identity', () => null],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])
export const acceptedCodings = 'gzip, deflate, br'

/** One coding at most: each multiplies the decoded size. Null: nothing to decode. */
function decoderOf(header: string | string[] | undefined): Duplex | null {
  const coding = String(header ?? 'identity')
  const create = decoders.get(coding.trim().toLowerCase())
  if (!create) throw new Refused('bad_encoding')
  return create()
}

async function* upTo(limit: number, source: AsyncIterable<Uint8Array>, cut: () => void): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source) {
    const room = limit - size
    size += chunk.length
    yield chunk.subarray(0, room)
    if (size > limit) return cut()
  }
}

async function* resumed<T>(first: IteratorResult<T, void>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}

/** Too large on the wire or decoded: refused or, with `truncate`, cut. */
export async function readBody(
  { headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>,
  limits: BodyLimits,
  { truncate = false, types, read, maxBytes }: BodyOptions,
): Promise<{ body: Uint8Array; isTruncated: boolean }> {
  const chunks: Uint8Array[] = []
  let isTruncated = false
  if (types && !types.test(String(headers['content-type'] ?? ''))) return { body: Buffer.alloc(0), isTruncated }
  const cut = () => {
    if (!truncate) throw new Refused('too_large')
    isTruncated = true
  }
  const keep = async (pieces: AsyncIterable<Uint8Array>) => {
    for await (const chunk of pieces) chunks.push(chunk)
  }
  const wire = upTo(maxBytes ?? limits.wireBytes, body, cut)
  const first = await wire.next()
  // HEAD, 204 and 304 may name a coding without a body.
  const coding = first.done ? 'identity' : headers['content-encoding']
  const decoder = decoderOf(coding)
  const whole = resumed(first, wire)
  const take = (decoded: AsyncIterable<Uint8Array>) =>
    (read ?? keep)(upTo(maxBytes ?? limits.decodedBytes, decoded, cut))
  await (decoder ? pipeline(whole, decoder, take) : take(whole)).catch((error: unknown) => {
    if (!isTruncated) throw error
  })
  return { body: Buffer.concat(chunks), isTruncated }
}
