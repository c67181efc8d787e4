import { mcpPath } from '@rts/shared/contract/doors'
import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import { hostileTexts as hostileData } from '../../services/content/src/structured-data/testing/hostile.ts'
import { mcpBody } from './callers.ts'
import { type Attack, type Post, posting, textsInFields } from './hostile-posts.ts'

const maxBody = 1_048_000
const maxMessage = 262_144
const maxForm = 65_000
const maxLines = 10_000
const lines = (line: (i: number) => string) => Array.from({ length: maxLines }, (_, i) => line(i))
const to = (target: string, bodies: readonly (string | object)[]): Post[] =>
  bodies.map((body) => ({ target, body: typeof body === 'string' ? body : JSON.stringify(body) }))
const filled = (start: string, piece: string, end: string, bytes = maxForm) =>
  start + piece.repeat(Math.floor((bytes - start.length - end.length) / piece.length)) + end
/** An object of so many names. */
const named = (names: number) => `{${Array.from({ length: names }, (_, i) => `"${i}":0`).join()}}`

const content = { service: 'content', account: 'of-texts' } as const
const ofPages = { service: 'content', account: 'of-charset' } as const
const mcp = { service: 'mcp', account: 'of-messages' } as const
const research = { service: 'research', account: 'of-texts' } as const
const projects = { service: 'projects', account: 'texts-account-1' } as const
const guest = { person: 'guest' } as const

export const contentTexts: Record<string, Attack> = {
  'texts handed in': posting(
    content,
    to(
      '/schema/check',
      Object.values(hostileData).map((make) => ({ code: make().slice(0, 512_000) })),
    ),
  ),
  // A page of two megabytes in a slow encoding.
  'a page by address: encoding': posting(
    ofPages,
    to('/projects/charset/schema/check', [{ url: 'http://charset.hostile.example/' }]),
  ),
  'fields of plans: 64 KB': posting(
    ofPages,
    textsInFields('/projects/charset/content-plans', defaultBodyLimitBytes, (text) => ({
      q: text,
      publishOn: text,
      context: text,
    })),
  ),
}

const toolCall = (given: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"account_status","arguments":{"x":${given}}}}`
const room = maxMessage - toolCall('').length
const toolTexts = (name: string, given: (text: string) => object) =>
  textsInFields(mcpPath, maxMessage, (text) => JSON.parse(mcpBody('tools/call', { name, arguments: given(text) })))

export const mcpTexts: Record<string, Attack> = {
  // Lists in each other, objects in each other, empty ones in a row, names without end.
  'messages of agents: 256 KB': posting(
    mcp,
    to(
      mcpPath,
      [
        '['.repeat(room / 2) + ']'.repeat(room / 2),
        '{"a":'.repeat((room - 1) / 6) + 1 + '}'.repeat((room - 1) / 6),
        filled('[', '{},', '{}]', room),
        named(20_000),
      ].map(toolCall),
    ),
  ),
  'fields of tools: 256 KB': posting(mcp, [
    ...toolTexts('add_keyword', (keyword) => ({ keyword })),
    ...toolTexts('add_project', (text) => ({ website: text, name: text })),
  ]),
}

export const researchTexts: Record<string, Attack> = {
  // Hosts of many labels, of letters beyond ASCII, one of full stops; as many prompts as go in.
  'hosts and prompts handed in: 1 MB': posting(research, [
    ...to('/projects/texts/disavow', [
      { domains: lines((i) => `${'a.'.repeat(42)}${i.toString(36)}.net`) },
      { domains: lines((i) => `${'é'.repeat(20)}.${'ß'.repeat(15)}${i}.net`) },
      { domains: [`a${'.'.repeat(maxBody)}x`] },
    ]),
    ...to('/projects/texts/ai-prompts', [{ prompts: lines((i) => `${'Where to buy good coffee '.repeat(3)}${i}?`) }]),
  ]),
  'fields of phrases, prompts and hosts: 1 MB': posting(research, [
    ...textsInFields('/projects/texts/ai-prompts', maxBody, (prompt) => ({ prompt })),
    ...textsInFields('/projects/texts/disavow', maxBody, (host) => ({ domains: [host] })),
    ...textsInFields('/keywords/research', defaultBodyLimitBytes, (q) => ({ q })),
  ]),
}

const bulk = '/projects/texts-site-1/keywords/bulk'

export const projectsTexts: Record<string, Attack> = {
  // As many keywords as go in, in letters that are one or several characters; line ends alone.
  'lists of keywords: 1 MB': posting(
    projects,
    to(
      bulk,
      [
        lines((i) => `${i} ${'coffee beans '.repeat(7)}`).join('\n'),
        lines((i) => `${i} ${'\u0958'.repeat(28)}`).join('\n'),
        lines((i) => `${i} ${'a\u200c'.repeat(20)}`).join('\n'),
        `a${'\n'.repeat(maxBody / 2 - 20)}`,
      ].map((text) => ({ text })),
    ),
  ),
  'fields of sites and keywords: 1 MB': posting(projects, [
    ...textsInFields(bulk, maxBody, (text) => ({ text })),
    ...textsInFields('/projects', defaultBodyLimitBytes, (text) => ({ name: text, domain: text, tags: [text] })),
  ]),
}

export const dashboardTexts: Record<string, Attack> = {
  // Brackets, fields without end, long addresses, passwords and names.
  'notices, sign-ins and page calls: 64 KB': posting(guest, [
    ...to('/webhooks/midtrans', [
      filled('{"order_id":', '[', ''),
      filled('{"order_id":[', '{},', '{}]}'),
      named(6_000),
    ]),
    ...to('/webhooks/xendit', [filled('{"event":"', '\\u0041', '"}')]),
    ...to('/auth/sign-in', [
      named(6_000),
      filled('{"password":"x","email":"a@', 'a.', '"}'),
      filled('{"email":[', '{},', '{}]}'),
    ]),
    ...to('/auth/sign-up', [filled('{"email":"a@b.net","password":"long enough","name":"', 'a\u200c', '"}')]),
    ...to('/api/op/person.update', [`{"body":${named(6_000)}}`, filled('{"body":{"name":"', 'aа', '"}}')]),
    ...to('/api/op/mailChange.create', [filled('{"body":{"email":"', 'a@', '"}}')]),
  ]),
  'fields of forms: 64 KB': posting(guest, [
    ...textsInFields('/auth/sign-up', maxForm, (text) => ({ email: text, password: text, name: text })),
    ...textsInFields('/auth/sign-in', maxForm, (text) => ({ email: text, password: text })),
    ...textsInFields('/api/op/person.update', maxForm, (name) => ({ body: { name } })),
  ]),
}
