import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freeName, oldestOf, onlySite, requireNoTwin, twinOf } from './site-twins.ts'

const identity = fc.record({ domain: fc.constantFrom('a.com', 'b.com'), name: fc.constantFrom('A', 'B', 'A (2)') })
const sites = fc
  .uniqueArray(identity, { selector: ({ domain, name }) => `${domain} ${name}` })
  .map((all) => all.map((site, i) => ({ ...site, id: `s${i}` })))

it('a twin has the domain and the name; the oldest of a domain has any name', () => {
  fc.assert(
    fc.property(sites, identity, (all, wanted) => {
      const ofDomain = all.filter(({ domain }) => domain === wanted.domain)
      expect(twinOf(all, wanted)).toEqual(ofDomain.find(({ name }) => name === wanted.name))
      expect(oldestOf(all, wanted)).toEqual(ofDomain[0])
    }),
  )
})

it('a site is no twin of itself; any other one with its identity is a conflict', () => {
  fc.assert(
    fc.property(sites, identity, (all, after) => {
      const twin = twinOf(all, after)
      for (const { id } of all) {
        const change = () => requireNoTwin(all, id, after)
        if (twin === undefined || twin.id === id) expect(change).not.toThrow()
        else expect(change).toThrow(expect.objectContaining({ code: 'conflict' }))
      }
    }),
  )
})

it('a conflict names the field that was changed: the domain, else the name', () => {
  const all = [
    { id: 's0', domain: 'a.com', name: 'A' },
    { id: 's1', domain: 'a.com', name: 'B' },
    { id: 's2', domain: 'b.com', name: 'A' },
  ]
  for (const [id, field] of [
    ['s1', 'name'],
    ['s2', 'domain'],
  ] as const) {
    const facts = expect.objectContaining({ errors: [expect.objectContaining({ in: 'body', field })] })
    expect(() => requireNoTwin(all, id, { domain: 'a.com', name: 'A' })).toThrow(expect.objectContaining({ facts }))
  }
})

it('a free name makes no twin, is the given one where that is free, and never too long', () => {
  fc.assert(
    fc.property(sites, identity, (all, wanted) => {
      const name = freeName(all, wanted)
      expect(twinOf(all, { ...wanted, name })).toBeUndefined()
      if (!twinOf(all, wanted)) expect(name).toBe(wanted.name)
    }),
  )
  const long = { domain: 'a.com', name: 'x'.repeat(200) }
  expect(freeName([long], long)).toBe(`${'x'.repeat(190)} (2)`)
})

const site = fc.record({ id: fc.stringMatching(/^[\w-]{1,8}$/), domain: fc.domain() })

it('is the site where there is one, and a choice of all that were read where there are more', () => {
  fc.assert(
    fc.property(fc.array(site, { minLength: 1, maxLength: 5 }), fc.boolean(), (rows, isLast) => {
      const [first] = rows
      const ask = () => onlySite({ rows, isLast }, 'add_project')
      if (rows.length === 1 && isLast) return void expect(ask()).toBe(first)
      const list = rows.map(({ id, domain }) => `${id} (${domain})`).join(', ')
      const message = `project_id: is required with more than one site: ${list}${isLast ? '' : ', …'}`
      expect(ask).toThrow(expect.objectContaining({ code: 'invalid_input', message }))
    }),
  )
})

it('without a site it says how to add one', () => {
  const refusal = { code: 'conflict', message: 'There is no site yet: call add_project first' }
  expect(() => onlySite({ rows: [], isLast: true }, 'add_project')).toThrow(expect.objectContaining(refusal))
})
