import { expect, it } from 'vitest'
import { actorOf, detailsOf } from './audit-words.ts'

const names = new Map([
  ['p1', 'Ann'],
  ['i1', 'bob@example.com'],
])
const nameOf = (id: string) => names.get(id)
const details = (detail: Record<string, unknown>) => detailsOf({ detail }, nameOf)

it('the actor has the name that people know, never an id or the service that signed', () => {
  const actors = ['person:p1', 'person:p2', 'operator', 'gateway']
  expect(actors.map((actor) => actorOf({ actor }, nameOf))).toEqual([
    'Ann',
    'a former member',
    'the operator',
    'the service',
  ])
})

it('an id is shown as the name of its owner, and not at all without one', () => {
  expect(details({ person: 'p1', role: 'admin', sites: 'all' })).toBe('person: Ann, role: admin, all sites')
  expect([details({ sites: 's1' }), details({ sites: 's1 s2' })]).toEqual(['1 site', '2 sites'])
  expect([details({ invite: 'i1' }), details({ invite: 'i2' })]).toEqual(['to: bob@example.com', ''])
  expect(details({ guest: 'g1', accountId: 'a1', from: 'free', to: 'starter', order: 'o1' })).toBe(
    'from: free, to: starter',
  )
  expect(details({ kind: 'server', start: 'rts_sk_ab12' })).toBe('kind: server, key: rts_sk_ab12…')
})
