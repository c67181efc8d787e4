import { mcpPath } from '@rts/shared/contract/doors'
import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import { hostileTexts } from '@rts/shared/testing/hostile-texts'
import { hostileTexts as hostileData } from '../../services/content/src/structured-data/testing/hostile.ts'
import { mcpMessage } from './callers.ts'
import type { Post } from './hostile-posts.ts'

const maxBody = 1_048_000
const maxMessage = 262_144
const maxForm = 65_000
const maxLines = 10_000
const sample = 1_000
const lines = (line: (i: number) => string) => Array.from({ length: maxLines }, (_, i) => line(i))
const to = (target: string, ...bodies: (string | object)[]): Post[] =>
  bodies.map((body) => ({ target, body: typeof body === 'string' ? body : JSON.stringify(body) }))
const filled = (start: string, piece: string, end: string, bytes = maxForm) =>
  start + piece.repeat(Math.floor((bytes - start.length - end.length) / piece.length)) + end
/** An object of so many names. */
const named = (names: number) => `{${Array.from({ length: names }, (_, i) => `"${i}":0`).join()}}`

/** A post for each text that costs a careless rule more than its length: as long as `maxBytes` has room for. */
function fields(target: string, maxBytes: number, bodyOf: (text: string) => object): Post[] {
  return Object.values(hostileTexts).map((make) => {
    const written = (length: number) => JSON.stringify(bodyOf(make(length)))
    const bytesEach = Buffer.byteLength(written(sample)) / sample
    return { target, body: written(Math.floor(maxBytes / bytesEach)) }
  })
}

export const contentTexts = {
  'texts handed in': to(
    '/schema/check',
    ...Object.values(hostileData).map((make) => ({ code: make().slice(0, 512_000) })),
  ),
  // A page of two megabytes in a slow encoding.
  'a page by address: encoding': to('/projects/charset/schema/check', { url: 'http://charset.hostile.example/' }),
  'fields of plans: 64 KB': fields('/projects/charset/content-plans', defaultBodyLimitBytes, (text) => {
    return { q: text, publishOn: text, context: text }
  }),
}

const callWith = (given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"account_status","arguments":{"x":${given}}}}`
const room = maxMessage - callWith('').length
const toolFields = (name: string, given: (text: string) => object) =>
  fields(mcpPath, maxMessage, (text) => mcpMessage('tools/call', { name, arguments: given(text) }))

export const mcpTexts = {
  // Lists in each other, objects in each other, empty ones in a row, names without end.
  'messages of agents: 256 KB': to(
    mcpPath,
    callWith('['.repeat(room / 2) + ']'.repeat(room / 2)),
    callWith('{"a":'.repeat((room - 1) / 6) + 1 + '}'.repeat((room - 1) / 6)),
    callWith(filled('[', '{},', '{}]', room)),
    callWith(named(20_000)),
  ),
  'fields of tools: 256 KB': [
    ...toolFields('add_keyword', (keyword) => ({ keyword })),
    ...toolFields('add_project', (text) => ({ website: text, name: text })),
  ],
}

export const researchTexts = {
  // Hosts of many labels, of letters beyond ASCII, one of full stops; as many prompts as go in.
  'hosts and prompts handed in: 1 MB': [
    ...to(
      '/projects/texts/disavow',
      { domains: lines((i) => `${'a.'.repeat(42)}${i.toString(36)}.net`) },
      { domains: lines((i) => `${'é'.repeat(20)}.${'ß'.repeat(15)}${i}.net`) },
      { domains: [`a${'.'.repeat(maxBody)}x`] },
    ),
    ...to('/projects/texts/ai-prompts', { prompts: lines((i) => `${'Where to buy good coffee '.repeat(3)}${i}?`) }),
  ],
  'fields of phrases, prompts and hosts: 1 MB': [
    ...fields('/projects/texts/ai-prompts', maxBody, (prompt) => ({ prompt })),
    ...fields('/projects/texts/disavow', maxBody, (host) => ({ domains: [host] })),
    ...fields('/keywords/research', defaultBodyLimitBytes, (q) => ({ q })),
  ],
}

const bulk = '/projects/texts-site-1/keywords/bulk'

export const projectsTexts = {
  // As many keywords as go in, in letters that are one or several characters; line ends alone.
  'lists of keywords: 1 MB': to(
    bulk,
    { text: lines((i) => `${i} ${'coffee beans '.repeat(7)}`).join('\n') },
    { text: lines((i) => `${i} ${'\u0958'.repeat(28)}`).join('\n') },
    { text: lines((i) => `${i} ${'a\u200c'.repeat(20)}`).join('\n') },
    { text: `a${'\n'.repeat(maxBody / 2 - 20)}` },
  ),
  'fields of sites and keywords: 1 MB': [
    ...fields(bulk, maxBody, (text) => ({ text })),
    ...fields('/projects', defaultBodyLimitBytes, (text) => ({ name: text, domain: text, tags: [text] })),
  ],
}

export const dashboardTexts = {
  // Brackets, fields without end, long addresses, passwords and names.
  'notices, sign-ins and page calls: 64 KB': [
    ...to('/webhooks/midtrans', filled('{"order_id":', '[', ''), filled('{"order_id":[', '{},', '{}]}'), named(6_000)),
    ...to('/webhooks/xendit', filled('{"event":"', '\\u0041', '"}')),
    ...to(
      '/auth/sign-in',
      named(6_000),
      filled('{"password":"x","email":"a@', 'a.', '"}'),
      filled('{"email":[', '{},', '{}]}'),
    ),
    ...to('/auth/sign-up', filled('{"email":"a@b.net","password":"long enough","name":"', 'a\u200c', '"}')),
    ...to('/api/op/person.update', `{"body":${named(6_000)}}`, filled('{"body":{"name":"', 'aа', '"}}')),
    ...to('/api/op/mailChange.create', filled('{"body":{"email":"', 'a@', '"}}')),
  ],
  'fields of forms: 64 KB': [
    ...fields('/auth/sign-up', maxForm, (text) => ({ email: text, password: text, name: text })),
    ...fields('/auth/sign-in', maxForm, (text) => ({ email: text, password: text })),
    ...fields('/api/op/person.update', maxForm, (name) => ({ body: { name } })),
  ],
}
