import { expect, it } from 'vitest'
import { clientSource } from './client-source.ts'

it('the client knows the list of every answer that comes in pages', () => {
  const rows = [...clientSource().matchAll(/^ {2}"([\w.]+)": .*"rows":"(\w+)"/gm)].map(([, name, list]) => [name, list])
  expect(Object.fromEntries(rows)).toEqual({
    'sites.list': 'projects',
    'keywords.list': 'keywords',
    'history.list': 'history',
    'overview.get': 'keywords',
    'rankComparison.list': 'rows',
    'research.get': 'rows',
    'planner.list': 'rows',
    'gap.list': 'rows',
    'backlinks.list': 'rows',
    'disavow.list': 'domains',
    'prompts.list': 'prompts',
    'ideas.list': 'ideas',
    'searchConsoleQueries.list': 'queries',
  })
})
