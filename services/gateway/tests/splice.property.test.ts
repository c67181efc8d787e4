import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectRaw, type RawAnswer } from './support/raw-client.ts'
import { answer } from './support/simulated-service.ts'
import { type Key, requestText, startWorld, type World } from './support.ts'

/** One answer of a service: its status and body, its framing and cuts, and the byte at which the connection breaks, if any. */
type Wanted = {
  status: number
  body: string
  isChunked: boolean
  cuts: number[]
  diesAt: number | undefined
  givesBack: boolean
  type: string
  /** The codings that the client takes. */
  accepts: string
}

let world: World
let keys: Key[] = []
let turn = 0
let aheadMs = 0

beforeAll(async () => {
  world = await startWorld({ clock: { now: () => new Date(Date.now() + aheadMs) } })
  // Enough keys, at 30 a minute each, for every run and its shrinking.
  keys = await Promise.all(Array.from({ length: 30 }, () => world.newKey('scale')))
})
afterAll(() => world.stop())

const objects = fc.dictionary(
  fc.string().filter((name) => name !== 'allowance' && name !== '__proto__'),
  fc.jsonValue(),
)
/** Short ones stay as they are, longer ones are coded as a whole or as a stream. */
const filled = fc
  .tuple(objects, fc.constantFrom(0, 20, 2_000, 300_000))
  .map(([object, size]) => (size === 0 ? object : { ...object, filler: 'thé '.repeat(size / 4) }))
const spaced = fc.tuple(
  fc.constantFrom('', ' ', '\n\t ', '\r\n'),
  filled,
  fc.constantFrom(undefined, 0, 2),
  fc.constantFrom('', '\n', ' '),
)
const goodBody = spaced.map(([before, value, indent, behind]) => before + JSON.stringify(value, null, indent) + behind)
const badBody = fc.oneof(
  fc.string().filter((text) => !/^\s*\{\s*["}]/.test(text)),
  fc
    .jsonValue()
    .filter((value) => value === null || typeof value !== 'object' || Array.isArray(value))
    .map((value) => JSON.stringify(value)),
  fc.constantFrom('', ' ', '{', '{ ', '[]', '{{}}', '{[', '\ufeff{}', '<html></html>'),
)
const anyAnswer: fc.Arbitrary<Wanted> = fc.record({
  status: fc.constantFrom(200, 200, 200, 400, 404, 500, 503),
  body: fc.oneof({ arbitrary: goodBody, weight: 4 }, { arbitrary: badBody, weight: 1 }),
  isChunked: fc.boolean(),
  cuts: fc.array(fc.nat(400), { maxLength: 8 }),
  diesAt: fc.option(fc.oneof(fc.nat(600), fc.nat(310_000)), { nil: undefined, freq: 2 }),
  givesBack: fc.boolean(),
  accepts: fc.constantFrom('', '', 'gzip', 'br', 'br;q=0.5, gzip', 'nonsense'),
  type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'application/problem+json', 'text/html'),
})

/** The bytes of a whole answer. */
function bytesOf({ status, body, isChunked, givesBack, type, cuts, diesAt }: Wanted): Buffer {
  const headers: Record<string, string> = { 'Content-Type': type, ...(givesBack ? { 'x-rts-give-back': '1' } : {}) }
  // A service that closes after a whole answer announces it: the next request would otherwise race with the close.
  if (diesAt !== undefined) headers.Connection = 'close'
  if (!isChunked) return Buffer.from(answer(status, body, headers))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const pieces = piecesOf(Buffer.from(body), cuts).filter((piece) => piece.length > 0)
  const chunks = pieces.flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} P\r\nTransfer-Encoding: chunked\r\n${lines.join('')}\r\n`),
    ...chunks,
    Buffer.from('0\r\n\r\n'),
  ])
}

function piecesOf(bytes: Buffer, cuts: number[]): Buffer[] {
  const bounds = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
  return bounds.slice(1).map((end, i) => bytes.subarray(bounds[i], end))
}

/** Sends the pieces one by one, so that they arrive as cut, and breaks the connection at `diesAt`. */
function answerWith(wanted: Wanted): void {
  const whole = bytesOf(wanted)
  const sent = wanted.diesAt === undefined ? whole : whole.subarray(0, wanted.diesAt)
  const pieces = piecesOf(sent, wanted.cuts)
  world.projects.answerWith((_request, socket) => {
    socket.setNoDelay(true)
    const next = (i: number) => {
      const piece = pieces[i]
      if (piece) return void socket.write(piece, () => setImmediate(next, i + 1))
      if (wanted.diesAt !== undefined) socket.end()
    }
    next(0)
  })
}

async function ask(key: Key, accepts: string): Promise<RawAnswer | 'cut'> {
  const connection = await connectRaw(world.gateway.port)
  connection.send(requestText({ key: key.secret, headers: [`Accept-Encoding: ${accepts}`] }))
  const reply = await connection.answer().catch((error: unknown) => {
    if (!connection.isClosed()) throw error
    return 'cut' as const
  })
  connection.socket.destroy()
  return reply
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isWhole = ({ diesAt, ...rest }: Wanted) => diesAt === undefined || diesAt >= bytesOf({ ...rest, diesAt }).length
const isGood = ({ body, type }: Wanted) =>
  type !== 'text/html' && /^\s*\{\s*["}]/.test(body) && parsed(body) !== undefined

it('whatever a service answers, cut anywhere and dying at any byte: valid JSON with a true allowance, a clean 5xx, or a cut connection', async () => {
  let cut = 0
  let spliced = 0
  let coded = 0
  const property = fc.asyncProperty(anyAnswer, async (wanted) => {
    // Intended failures must not open the breaker.
    aheadMs += 11_000
    const key = keys[turn++ % keys.length]
    if (!key) throw new Error('no key')
    await world.database.pool.query('UPDATE key_minute SET stamps = $2 WHERE key_id = $1', [key.id, []])
    answerWith(wanted)
    const before = await world.day(key.accountId)
    const reply = await ask(key, wanted.accepts)
    const after = await world.day(key.accountId)
    expect(after.used).toBe(after.charged - after.givenBack)
    expect(after.charged - before.charged).toBe(1)
    const isFree = wanted.status >= 400 || wanted.givesBack
    if (reply === 'cut') {
      cut++
      expect(isWhole(wanted) && isGood(wanted)).toBe(false)
      expect(after.givenBack - before.givenBack).toBe(isFree && wanted.status < 500 ? 1 : 0)
      return
    }
    const { allowance, ...rest } = reply.json
    expect(allowance).toMatchObject({ used: after.used, limit: 1_200, remaining: 1_200 - after.used, exhausted: false })
    if (reply.status >= 500) {
      expect(isWhole(wanted) && isGood(wanted) && wanted.status < 500).toBe(false)
      expect(reply.json).toMatchObject({ status: reply.status, instance: reply.header('x-request-id') })
      expect(after.givenBack - before.givenBack).toBe(1)
      return
    }
    spliced++
    if (reply.header('content-encoding')) coded++
    expect(reply.status).toBe(wanted.status)
    expect(rest).toEqual(parsed(wanted.body))
    expect(reply.text).toMatch(/^\{"allowance":\{/)
    expect(after.givenBack - before.givenBack).toBe(isFree ? 1 : 0)
  })
  // One in thirty is cut: six hundred have more than five in all but one of fifty thousand tests.
  await fc.assert(property, { numRuns: runs(600) })
  expect(cut).toBeGreaterThan(5)
  expect(spliced).toBeGreaterThan(50)
  expect(coded).toBeGreaterThan(10)
})
