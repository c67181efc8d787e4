import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { operationOf } from '@rts/shared/contract/table'
import { defaultPlans, requestsPerMinute } from '@rts/shared/plans'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { guestHours } from '../../../gateway/src/guests/rules/limits.ts'
import { catalog, lobbyTool } from '../tools/catalog.ts'
import { paging } from '../tools/fields.ts'
import { publish } from '../tools/published.ts'
import { skill } from './skills.ts'

const file = readFileSync(new URL('../../skills/rank-tracker/SKILL.md', import.meta.url), 'utf8')
const [, frontMatter = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? []
const [fences, prose] = [body.match(/```\n.*?```/gs) ?? [], body.replace(/```\n.*?```/gs, '')]
const toolOf = (name: string) => catalog.find((tool) => tool.name === name)
const namesOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

function wordsOf(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return []
  const { properties, enum: choices, const: only } = Object(node)
  return [...Object.keys(Object(properties)), ...(choices ?? []), only, ...Object.values(node).flatMap(wordsOf)]
}

describe('SKILL.md', () => {
  it('is served with its own front matter, digest and size', () => {
    const digest = `sha256:${createHash('sha256').update(file).digest('hex')}`
    const resources = [{ uri: skill.uri, digest, size: Buffer.byteLength(file) }]
    expect(skill).toEqual({ uri: 'skill://rank-tracker/SKILL.md', frontmatter: parse(frontMatter), resources })
  })

  it('names tools, fields and choices that exist', () => {
    const schemas = catalog.flatMap(({ input, output }) =>
      [input, output].map((schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    )
    const known = new Set([...catalog.map(({ name }) => name), ...schemas.flatMap(wordsOf), 'Retry-After'])
    expect(namesOf(prose).filter((name) => !known.has(name))).toEqual([])
  })

  const calls = fences.flatMap((fence) =>
    [...fence.matchAll(/^(\w+) (.+)$/gm)].map(([line, name = '', args = '']) => ({ line, name, args })),
  )
  it('has calls', () => expect(calls.length).toBeGreaterThan(5))
  it.each(calls)('$line is a call that its tool takes', ({ name, args }) => {
    expect(toolOf(name)?.prepare(JSON.parse(args))).toEqual({ run: expect.any(Function) })
  })

  it('lists the tools that need a plan, and those that cannot be undone', () => {
    const [, gated = ''] = /^These need the Starter plan or a higher one: (.*?)\./m.exec(prose) ?? []
    const needs = catalog.map(({ operation, name }) => [name, operationOf(operation).mcp?.gate] as const)
    const starter = needs.flatMap(([name, gate]) => (gate ? [name, gate] : []))
    expect(namesOf(gated).flatMap((name) => [name, 'starter'])).toEqual(starter)
    const [, final = ''] = /^- (.*) cannot be undone/m.exec(prose) ?? []
    expect(namesOf(final)).toEqual(catalog.flatMap(({ name, hints }) => (hints.destroys ? [name] : [])))
  })

  it('goes the way of the tools from nothing to a position', () => {
    const steps = [...prose.matchAll(/^\d\. `(\w+)`/gm)].map(([, name]) => name)
    expect(steps).toEqual([lobbyTool.name, 'add_project', 'add_keyword', 'keyword_positions'])
  })

  it('has the numbers of the plans and of the schemas, and no other', () => {
    const { sites, keywords } = defaultPlans.guest
    expect([sites, keywords]).toEqual([1, 2])
    const { limit } = Object(z.toJSONSchema(z.object(paging)).properties)
    const { properties } = publish(toolOf('add_keyword') ?? lobbyTool).inputSchema
    const facts = [
      `one website and two keywords for ${guestHours} hours`,
      `${requestsPerMinute} calls a minute for each token. After HTTP 429`,
      `A page has ${limit.default} rows, or up to ${limit.maximum} with`,
      `Up to ${Object(properties).keywords.maxItems} phrases`,
    ]
    expect(facts.filter((fact) => !prose.includes(fact))).toEqual([])
    const rest = facts.reduce((text, fact) => text.replace(fact, ''), prose.replace(/^\d\. /gm, ''))
    expect(rest.match(/[1-9]\d*/g)).toBeNull()
  })
})
