import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog } from '../src/tools/catalog.ts'
import { freshAddress } from './support/agent.ts'
import { post, rpc, toolCall } from './support/raw.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let url = ''
beforeAll(async () => {
  world = await startWorld()
  url = world.gateway.url
})
afterAll(() => world.stop())

/** A key for each run, until its calls of the minute are used up. */
let spare: { secret: string; left: number } | undefined
async function key(): Promise<string> {
  if (!spare || spare.left === 0) spare = { secret: (await world.newKey('starter')).secret, left: 25 }
  spare.left--
  return spare.secret
}

const insides = /at \w+ \(|node_modules|ZodError|SELECT |rpc\./
const ids = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 1e9 }))

it('whatever a tool is given, the answer is JSON-RPC with the id, without insides, and never a 5xx', async () => {
  const names = fc.constantFrom(...catalog.map(({ name }) => name), 'nothing')
  const fields = fc.constantFrom(
    'project_id',
    'keyword',
    'keyword_id',
    'website',
    'limit',
    'cursor',
    'competitors',
    'query',
    'q',
    'days',
    'from',
  )
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom('example.com', 'tea', 1, 100),
  )
  const args = fc.oneof(fc.dictionary(fields, values, { maxKeys: 4 }), fc.jsonValue({ maxDepth: 2 }))
  await fc.assert(
    fc.asyncProperty(names, args, ids, async (name, given, id) => {
      const { status, json, text } = await post(url, {
        token: await key(),
        body: toolCall(name, given, id),
        from: freshAddress(),
      })
      expect([status, json.id]).toEqual([200, id])
      expect(json.error === undefined).not.toBe(json.result === undefined)
      expect(text).not.toMatch(insides)
    }),
    { numRuns: runs(150) },
  )
})

it('whatever comes as a message, the answer is JSON without insides, and never a 5xx', async () => {
  const messages = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json({ maxDepth: 3 }),
    fc
      .tuple(fc.string({ maxLength: 30 }), fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 1 }))
      .map(([method, params, id]) => rpc(method, params, id)),
  )
  await fc.assert(
    fc.asyncProperty(messages, async (body) => {
      const { status, text } = await post(url, { body: Buffer.from(body), from: freshAddress() })
      expect(status).toBeLessThan(500)
      expect(text).not.toMatch(insides)
    }),
    { numRuns: runs(150) },
  )
})
