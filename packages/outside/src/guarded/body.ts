import { type Duplex, PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { Refused } from './refusal.ts'

export type BodyLimits = { wireBytes: number; decodedBytes: number }

const decoders = new Map<string, () => Duplex>([
  ['identity', () => new PassThrough()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])
/** The content codings we accept. */
export const acceptedCodings = 'gzip, deflate, br'

/** At most one coding: each further one multiplies the decoded size. */
function decoderOf(header: string | string[] | undefined): Duplex {
  const create = decoders.get(
    String(header ?? 'identity')
      .trim()
      .toLowerCase(),
  )
  if (!create) throw new Refused('bad_encoding')
  return create()
}

/** Passes on at most `limit` bytes; calls `cut` when there are more. */
async function* upTo(limit: number, source: AsyncIterable<Uint8Array>, cut: () => void): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source) {
    const room = limit - size
    size += chunk.length
    yield chunk.subarray(0, room)
    if (size > limit) return cut()
  }
}

/** The decoded body. A body that is too large, on the wire or decoded, is refused or, with `truncate`, cut. */
export async function readBody(
  { headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>,
  { wireBytes, decodedBytes }: BodyLimits,
  truncate: boolean,
): Promise<{ body: Uint8Array; isTruncated: boolean }> {
  const chunks: Uint8Array[] = []
  let isTruncated = false
  const cut = () => {
    if (!truncate) throw new Refused('too_large')
    isTruncated = true
  }
  const read = pipeline(upTo(wireBytes, body, cut), decoderOf(headers['content-encoding']), async (decoded) => {
    for await (const chunk of upTo(decodedBytes, decoded, cut)) chunks.push(chunk)
  })
  await read.catch((error: unknown) => {
    // A truncated body ends in the middle of its coding.
    if (!isTruncated) throw error
  })
  return { body: Buffer.concat(chunks), isTruncated }
}
