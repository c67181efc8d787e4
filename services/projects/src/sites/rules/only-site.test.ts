import fc from 'fast-check'
import { expect, it } from 'vitest'
import { onlySite } from './only-site.ts'

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
