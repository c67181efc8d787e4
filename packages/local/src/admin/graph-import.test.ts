import path from 'node:path'
import { expect, it } from 'vitest'
import type { Operator } from '../system/operator.ts'
import { importGraph } from './graph-import.ts'

const base = { release: 'r', step: null, part: null, links: 0, dropped: 0, ranked: 0, error: null, doneAt: null }
/** A system whose import goes through these states; it remembers what it was asked. */
function system(...states: object[]) {
  const asked: unknown[] = []
  const call = async (name: string, input: unknown) => {
    asked.push([name, input])
    return { graph: { ...base, ...(name === 'graph.import' ? { status: 'queued' } : (states.shift() ?? {})) } }
  }
  // safe because an import calls these two rows alone
  return { asked, call: call as unknown as Operator['call'] }
}

it('waits for the import, says how far it is, and answers what it brought', async () => {
  const lines: string[] = []
  const { call, asked } = system(
    { status: 'running', step: 'edges', part: 0.256 },
    { status: 'ready', links: 7, ranked: 9, doneAt: 'now' },
  )
  const answer = await importGraph(call, { release: 'r' }, (line) => lines.push(line))
  expect(answer).toEqual({ release: 'r', links: 7, dropped: 0, ranked: 9, doneAt: 'now' })
  expect(lines).toEqual(['r: edges 25 %'])
  expect(asked[0]).toEqual(['graph.import', { body: { release: 'r' } }])
})

it('names files from where it is called, and says why an import failed', async () => {
  const { call, asked } = system({ status: 'failed', error: 'ENOENT' })
  const files = { vertices: 'v.gz', edges: '/e.gz', ranks: 'https://a.example/r.gz' }
  await expect(importGraph(call, files, () => {})).rejects.toThrow('ENOENT')
  expect(asked[0]).toEqual(['graph.import', { body: { ...files, vertices: path.resolve('v.gz') } }])
})
