import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type OperationName, operationEntries } from '@rts/shared/contract/table'
import { catalog } from '../../services/mcp/src/tools/tools.ts'
import { neededInput } from '../../tests/support/needed-input.ts'
import type { Input } from '../../tests/support/person-calls.ts'
import type { Reader } from './growth-account.ts'
import type { Task } from './growth-costs.ts'

const day = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

/** The inputs of reads that need more than the least, or are to find something. */
const chosen = (ids: Reader['ids']): Partial<Record<OperationName, Input>> => ({
  'research.get': { query: { q: 'coffee' } },
  'research.run': { body: { q: 'coffee' } },
  'visibility.list': { query: { days: 28, hosts: 'all' } },
  'positions.list': { query: { keywordIds: [ids.kid], hosts: 'all', days: 90 } },
  'rankComparison.list': { query: { order: { by: 'keyword', isDown: false, q: '' } } },
  'sparks.list': { query: { keywordIds: [ids.kid] } },
  'resultsPages.get': { query: { at: ids.pageAt } },
  'pageChanges.list': { query: { before: ids.pageAt, after: ids.pageAt } },
  'checkPrice.get': { body: { keywordIds: 'all' } },
  'alertPreview.get': { body: { rules: [{ rule: 'fell', isOn: true }] } },
  'pageStandings.get': { query: { since: ago(7) } },
})

/** Each read of the server API, of the pages and of the agents' tools, from the tables that they derive from. */
export function readTasks(reader: Reader): Task[] {
  return [...restTasks(reader), ...pageTasks(reader), ...toolTasks(reader)]
}

function restTasks({ ids, rest }: Reader): Task[] {
  return operationEntries().flatMap(([name, row]) => {
    const { http, kind, planned } = row
    if (!http || kind !== 'read' || planned) return []
    const filled = http.path.replace(':id', ids.id).replace(':kid', ids.kid)
    const { query = {}, body } = { ...neededInput(name, row), ...chosen(ids)[name] }
    // An order is an object, and the pages' alone.
    const texts = Object.entries(query).filter(([, value]) => typeof value !== 'object')
    const search = new URLSearchParams(texts.map(([key, value]): [string, string] => [key, String(value)]))
    const target = search.size > 0 ? `${filled}?${search}` : filled
    return [{ name: `${http.method} ${http.path}`, run: () => rest(http.method, target, body) }]
  })
}

function pageTasks({ ids, op }: Reader): Task[] {
  return operationEntries().flatMap(([name, row]) => {
    const { kind, callers, planned, params = { shape: {} } } = row
    if (kind !== 'read' || planned || !callers.includes('person')) return []
    const names = Object.keys(params.shape)
    const values = Object.fromEntries(names.map((each) => [each, Object(ids)[each]]))
    if (Object.values(values).includes(undefined) || name === 'consents.check') return []
    const input = { ...(names.length > 0 ? { params: values } : {}), ...neededInput(name, row), ...chosen(ids)[name] }
    return [{ name: `page ${name}`, run: () => op(name, input) }]
  })
}

function toolTasks({ ids, tool }: Reader): Task[] {
  const more: Record<string, object> = {
    since: { since: ago(28).slice(0, 10) },
    keyword: { keyword: ids.phrase },
    keyword_id: { keyword_id: ids.kid },
  }
  return catalog
    .filter(({ hints }) => hints.reads)
    .map(({ name, input }) => {
      const fields = Object.entries(input.shape)
      const args = fields.flatMap(([field, schema]) =>
        !schema.safeParse(undefined).success && more[field] ? [more[field]] : [],
      )
      const site = 'project_id' in input.shape ? { project_id: ids.domain } : {}
      return { name: `tool ${name}`, run: () => tool(name, Object.assign(site, ...args)) }
    })
}

/** The metrics of each service, as they are read by who watches them; its admin port is in the log of its start. */
export function metricTasks(folder: string): Task[] {
  const log = readFileSync(path.join(folder, 'logs', 'services.log'), 'utf8')
  const found = log.matchAll(/"service":"(\w+)"[^\n]*"adminPort":(\d+)/g)
  const ports = new Map([...found].map(([, service, port]) => [service, port]))
  return [...ports].map(([service, port]) => ({
    name: `metrics of ${service}`,
    run: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
      if (!answer.ok) throw new Error(`${answer.status}`)
      await answer.text()
    },
  }))
}
