import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { brokenPromises } from './neighbours.ts'
import { jsonOf, type Snapshot, snapshot } from './snapshot.ts'

const row = {
  subject: 'rpc.gateway.collects.take',
  callers: ['system', 'account'],
  http: 'POST /http/v1/collects',
  tool: 'take',
  input: { body: jsonOf(z.strictObject({ accountId: z.string(), token: z.string().max(100) }), 'input') },
  answer: jsonOf(
    z.object({
      taken: z.boolean(),
      state: z.enum(['a', 'b']),
      left: z.int().nullable(),
      rows: z.array(z.object({ id: z.string() })),
    }),
    'output',
  ),
}
const fact = {
  subjects: ['fact.projects.accounts'],
  state: jsonOf(z.object({ id: z.string(), status: z.enum(['active', 'closed']) }), 'input'),
}
const then: Snapshot = { operations: { 'collects.take': row }, facts: { 'account.changed': fact } }

const withRow = (changes: Partial<typeof row>): Snapshot => ({
  ...then,
  operations: { 'collects.take': { ...row, ...changes } },
})
const withInput = (body: z.ZodType) => withRow({ input: { body: jsonOf(body, 'input') } })
const withAnswer = (answer: z.ZodType) => withRow({ answer: jsonOf(answer, 'output') })
const withFact = (state: z.ZodType): Snapshot => ({
  ...then,
  facts: { 'account.changed': { ...fact, state: jsonOf(state, 'input') } },
})
const broken = (now: Snapshot) => brokenPromises(then, now).join('\n')

const id = z.string()
const input = { accountId: z.string(), token: z.string().max(100) }
const rows = z.array(z.object({ id }))
const answer = { taken: z.boolean(), state: z.enum(['a', 'b']), left: z.int().nullable(), rows }

it('the table of today keeps its own promises', () => expect(brokenPromises(snapshot(), snapshot())).toEqual([]))

describe('a caller of the release before is refused', () => {
  it.each([
    ['a renamed field', z.strictObject({ accountId: id, tokens: z.array(id) }), '.tokens is missing'],
    ['a field that is no longer known', z.strictObject({ accountId: id }), '.token is not known'],
    ['a new field that must be given', z.strictObject({ ...input, day: id }), '.day is missing'],
    ['another type', z.strictObject({ ...input, token: z.int() }), '.token may be string, not integer'],
    ['a lower bound', z.strictObject({ ...input, token: z.string().max(50) }), '.token has another maxLength'],
    ['a list of values', z.strictObject({ ...input, token: z.enum(['x']) }), '.token may be other values'],
    ['a shorter format', z.strictObject({ ...input, token: z.uuid() }), '.token has another format'],
  ])('by %s', (_, now, what) => expect(broken(withInput(now))).toContain(what))

  it('and not by a field that may be left out, a bound that is dropped or another type besides', () => {
    const wider = { accountId: id, token: z.union([z.string(), z.int()]).nullable(), day: id.optional() }
    expect(broken(withInput(z.strictObject(wider)))).toBe('')
  })
})

describe('a reader of the release before lacks', () => {
  it.each([
    [
      'a field that is removed',
      z.object({ ...answer, taken: z.undefined() }).omit({ taken: true }),
      '.taken is missing',
    ],
    ['a field that may be missing', z.object({ ...answer, taken: z.boolean().optional() }), '.taken may be missing'],
    ['a value that may be null', z.object({ ...answer, taken: z.boolean().nullable() }), '.taken may be null'],
    ['its type', z.object({ ...answer, left: z.string() }), '.left may be string'],
    ['a field of rows', z.object({ ...answer, rows: z.array(z.object({ name: id })) }), '.rows[].id is missing'],
  ])('%s', (_, now, what) => expect(broken(withAnswer(now))).toContain(what))

  it('nothing when a field or a value is added, which it does not parse, or one is always given', () => {
    const wider = { ...answer, state: z.enum(['a', 'b', 'c']), left: z.int(), more: id }
    expect(broken(withAnswer(z.object(wider)))).toBe('')
  })
})

describe('nothing answers any more when', () => {
  it.each([
    ['a row disappears', { ...then, operations: {} }, 'collects.take: disappears'],
    ['a fact disappears', { ...then, facts: {} }, 'account.changed: disappears'],
    ['a row has another owner', withRow({ subject: 'rpc.content.collects.take' }), 'nothing listens on rpc.gateway'],
    ['a path changes', withRow({ http: 'POST /http/v1/collect' }), 'nothing answers POST /http/v1/collects'],
    ['a tool is renamed', withRow({ tool: 'takes' }), 'the tool take disappears'],
    ['a kind of caller is refused', withRow({ callers: ['system'] }), 'refuses callers: account'],
  ])('%s', (_, now, what) => expect(broken(now)).toContain(what))

  it('a consumer of a fact is renamed', () => {
    const facts = { 'account.changed': { ...fact, subjects: ['fact.projects.people'] } }
    expect(broken({ ...then, facts })).toContain('nothing listens on fact.projects.accounts')
  })
})

describe('a fact is parsed by both releases, so it is refused', () => {
  it.each([
    [
      'with a value that the release before does not know',
      z.object({ id, status: z.enum(['active', 'closed', 'held']) }),
      '.status may be held',
    ],
    [
      'with a value that only the release before writes',
      z.object({ id, status: z.enum(['active']) }),
      '.status may be closed',
    ],
    [
      'without a field that the release before parses',
      z.object({ id }),
      'parsed by the release before: .status is missing',
    ],
    [
      'with a field that the release before does not write',
      z.object({ id, status: z.enum(['active', 'closed']), plan: id }),
      'written by the release before: .plan is missing',
    ],
  ])('%s', (_, now, what) => expect(broken(withFact(now))).toContain(what))
})
