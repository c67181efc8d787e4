import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'

/** A local or remote gzip file, decoded; `read` and `total` count packed bytes. */
export type OpenFile = { bytes: Readable; read(): number; total: number | null }

type Packed = { packed: Readable; total: number | null }

export async function openFile(place: string): Promise<OpenFile> {
  const { packed, total } = /^https?:\/\//.test(place) ? await fromAddress(place) : await fromDisk(place)
  let read = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length
      done(null, chunk)
    },
  })
  const bytes = createGunzip({ chunkSize: 65_536 })
  packed.on('error', (error) => bytes.destroy(error))
  bytes.on('close', () => packed.destroy())
  packed.pipe(counting).pipe(bytes)
  return { bytes, read: () => read, total }
}

async function fromDisk(path: string): Promise<Packed> {
  const { size } = await stat(path)
  return { packed: createReadStream(path, { highWaterMark: 262_144 }), total: size }
}

/** Pauses before resuming a broken download; any byte received resets them. */
const pausesMs = [200, 1_000, 5_000, 30_000, 60_000]

async function fromAddress(url: string): Promise<Packed> {
  const response = await fetch(url, { redirect: 'error' })
  if (!response.ok) throw new Error(`the graph's server answered ${response.status}`)
  const length = response.headers.get('content-length')
  return { packed: Readable.from(chunksOf(url, response)), total: length === null ? null : Number(length) }
}

/** Resumes after the last byte if the connection breaks and the server can. */
async function* chunksOf(url: string, first: Response): AsyncGenerator<Uint8Array> {
  let response = first
  let read = 0
  for (let breaks = 0; ; ) {
    try {
      if (breaks > 0) response = await restOf(url, first, read)
      for await (const chunk of response.body ?? []) {
        read += chunk.length
        breaks = 0
        yield chunk
      }
      return
    } catch (error) {
      const pauseMs = pausesMs[breaks++]
      if (pauseMs === undefined || !canGoOn(first)) throw error
      await delay(pauseMs)
    }
  }
}

/** Resuming needs a version of the file (ETag). */
function canGoOn({ headers }: Response): boolean {
  return headers.get('accept-ranges') === 'bytes' && headers.get('etag')?.startsWith('"') === true
}

async function restOf(url: string, { headers }: Response, read: number): Promise<Response> {
  const wanted = { range: `bytes=${read}-`, 'if-range': headers.get('etag') ?? '' }
  const response = await fetch(url, { redirect: 'error', headers: wanted })
  const isRest = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${read}-`)
  if (!isRest) throw new Error(`the graph's server answered ${response.status} to a request for the rest of a file`)
  return response
}
