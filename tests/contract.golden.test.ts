import { readFileSync } from 'node:fs'
import path from 'node:path'
import { consumers, events } from '@rts/shared/contract/events'
import type { Operation } from '@rts/shared/contract/operation'
import { serviceNames } from '@rts/shared/contract/services'
import { operationEntries } from '@rts/shared/contract/table'
import { plannedNames } from '@rts/shared/derive/owned'
import { describe, expect, it } from 'vitest'

/** The endpoint tables of the specification, typed by hand, with the POST twin of keyword research. */
const specified = `
GET /projects
POST /projects
GET /projects/:id
PATCH /projects/:id
DELETE /projects/:id
GET /projects/:id/keywords
POST /projects/:id/keywords
POST /projects/:id/keywords/bulk
PATCH /projects/:id/keywords/:kid
DELETE /projects/:id/keywords/:kid
GET /projects/:id/keywords/:kid/history
GET /keywords/research
POST /keywords/research
GET /projects/:id/overview
GET /projects/:id/planner
GET /projects/:id/gap
GET /projects/:id/rank-compare
POST /projects/:id/competitors
GET /projects/:id/issues
POST /schema/check
POST /projects/:id/schema/check
GET /projects/:id/backlinks
GET /projects/:id/disavow
POST /projects/:id/disavow
GET /projects/:id/content-ideas
POST /projects/:id/content-plans
POST /projects/:id/articles
GET /google/status
GET /projects/:id/google/properties
PUT /projects/:id/google
GET /projects/:id/google
GET /projects/:id/ai-visibility
POST /projects/:id/ai-prompts
GET /team
POST /team/invites
`
/** Their names in integrators' programs, in the same order: such a name never changes. */
const operationIds =
  'sites.list sites.create sites.get sites.update sites.delete keywords.list keywords.create keywords.createBulk keywords.update keywords.delete history.list research.get research.run overview.get planner.list gap.list rankComparison.list competitors.add issues.list schema.check siteSchema.check backlinks.list disavow.list disavow.add ideas.list plans.create articles.create searchConsole.get searchConsoleProperties.list searchConsole.connect searchConsoleQueries.list prompts.list prompts.create team.list invites.create'
const writesSpecified = /^(POST|PUT|PATCH|DELETE) /
const verbs =
  'list get create createBulk deleteBulk restore update delete add check run connect register claim revoke retry take giveBack snapshot import export seed answers contact close accept transfer begin finish disconnect settle refund cancel'

const entries = operationEntries()
const lines = (text: string) => text.trim().split('\n')
const repeated = (values: string[]) => values.filter((value, i) => values.indexOf(value) !== i)

describe('the REST rows', () => {
  const rows = entries.flatMap(([name, { http, kind }]) =>
    http ? [{ name, kind, row: `${http.method} ${http.path}` }] : [],
  )

  it('are the 35 of the specification, each once', () => {
    expect(lines(specified)).toHaveLength(35)
    expect(rows.map(({ row }) => row).sort()).toEqual(lines(specified).sort())
  })

  it('keep the names by which integrators call them', () => {
    const nameOf = (line: string) => rows.find(({ row }) => row === line)?.name
    expect(lines(specified).map(nameOf)).toEqual(operationIds.split(' '))
  })

  it('are reads on GET and writes elsewhere, but for keyword research by POST', () => {
    const odd = rows.filter(({ kind, row }) => (kind === 'write') !== writesSpecified.test(row))
    expect(odd.map(({ row }) => row)).toEqual(['POST /keywords/research'])
  })

  it('name each parameter of their path in their params, and no other', () => {
    for (const [name, { http, params }] of entries) {
      if (!http) continue
      const inPath = [...http.path.matchAll(/:(\w+)/g)].map(([, field]) => field)
      expect(inPath, name).toEqual(Object.keys(params?.shape ?? {}))
    }
  })

  it('take a body only where the method has one', () => {
    const odd = entries.filter(([, { http, body }]) => body && ['GET', 'DELETE'].includes(http?.method ?? ''))
    expect(odd.map(([name]) => name)).toEqual([])
  })
})

describe('planned rows', () => {
  const listed = lines(readFileSync(path.join(import.meta.dirname, 'planned.txt'), 'utf8')).filter(Boolean)

  it('shrinks only: no row joins the list', () => {
    expect(plannedNames().filter((name) => !listed.includes(name))).toEqual([])
  })

  it('shrinks at once: a row that is built leaves the list by hand', () => {
    const planned: string[] = plannedNames()
    expect(listed.filter((name) => !planned.includes(name))).toEqual([])
  })
})

describe('the table', () => {
  it('leaves the name `allowance` to the gateway', () => {
    const taken = entries.filter(([, { response }]) => 'allowance' in response.shape)
    expect(taken.map(([name]) => name)).toEqual([])
  })

  it('names operations `entity.verb`, with a verb of the closed set', () => {
    const odd = entries.filter(([name]) => {
      const [entity = '', verb = '', ...more] = name.split('.')
      return !/^[a-z][A-Za-z]+$/.test(entity) || !verbs.split(' ').includes(verb) || more.length > 0
    })
    expect(odd.map(([name]) => name)).toEqual([])
  })

  it('declares which reads may collect: exactly those whose answers say how far they are', () => {
    const saysHowFar = ({ response }: Operation) => 'status' in response.shape && 'reason' in response.shape
    expect(entries.filter(([, row]) => row.collects).map(([name]) => name)).toEqual(
      entries.filter(([, row]) => saysHowFar(row)).map(([name]) => name),
    )
    expect(entries.filter(([, row]) => row.collects && row.kind !== 'read')).toEqual([])
  })

  it('uses a field name in one of params, query and body alone', () => {
    for (const [name, { params, query, body }] of entries) {
      const fields = [params, query, body].flatMap((schema) => Object.keys(schema?.shape ?? {}))
      expect(repeated(fields), name).toEqual([])
    }
  })

  it('gates only fields that the body has', () => {
    for (const [name, { fieldGates, body }] of entries) {
      expect(Object.keys(body?.shape ?? {}), name).toEqual(expect.arrayContaining(Object.keys(fieldGates ?? {})))
    }
  })

  it('gives each agent tool to one row', () => {
    const tools = entries.flatMap(([, { mcp }]) => (mcp ? [mcp.tool] : []))
    expect(tools.length).toBeGreaterThan(0)
    expect(repeated(tools)).toEqual([])
  })

  it('sends each event to consumers that exist, once each, in services that exist', () => {
    for (const [type, event] of Object.entries(events)) {
      expect(Object.keys(consumers), type).toEqual(expect.arrayContaining([...event.consumers]))
      expect(repeated([...event.consumers]), type).toEqual([])
    }
    expect(serviceNames).toEqual(expect.arrayContaining(Object.values(consumers)))
  })
})
