import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createLocationReader, type Sitemap } from './locations.ts'

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A sitemap may have 50 MB; one that unpacks to more is cut. */
const maxBytes = 52_428_800

/** Reads a sitemap piece by piece, packed with gzip or plain, and keeps its addresses only. `unpacked` hears of each piece. */
export async function readSitemap(
  bytes: Bytes,
  most = maxBytes,
  unpacked: (bytes: number) => void = () => {},
): Promise<Sitemap> {
  const reader = createLocationReader()
  try {
    const { isPacked, all } = await peek(bytes)
    await pipeline(all, isPacked ? createGunzip() : new PassThrough(), async (plain: AsyncIterable<Uint8Array>) => {
      const decoder = new TextDecoder()
      let size = 0
      for await (const chunk of plain) {
        size += chunk.length
        unpacked(chunk.length)
        if (size > most) reader.cut()
        if (reader.isCut()) return
        reader.write(decoder.decode(chunk, { stream: true }))
      }
    })
  } catch {
    // A text that cannot be unpacked is no sitemap; one that was cut leaves the rest unread.
    if (!reader.isCut()) return { kind: 'invalid', locations: [], isCut: false }
  }
  return reader.end()
}

/** Whether the bytes begin like gzip: many servers send `.xml.gz` without saying so. */
async function peek(bytes: Bytes): Promise<{ isPacked: boolean; all: AsyncIterable<Uint8Array> }> {
  const rest = (async function* () {
    yield* bytes
  })()
  const { value } = await rest.next()
  const first = value ?? new Uint8Array()
  async function* all() {
    yield first
    yield* rest
  }
  return { isPacked: first[0] === 0x1f && first[1] === 0x8b, all: all() }
}
