import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedSettings, newSettings, requireNoRival, requireRival } from './site-settings.ts'

const text = fc.constantFrom('a', 'b', '')
const fields = {
  name: text,
  domain: text,
  tags: fc.array(text, { maxLength: 2 }),
  description: fc.option(text),
  country: text,
  language: text,
  autoAddPreference: fc.option(text),
}
const settings = fc.record(fields)
const changes = fc.record(fields, { requiredKeys: [] })

it('a new site takes the given settings, and the defaults for the rest', () => {
  fc.assert(
    fc.property(changes, text, (given, domain) => {
      const defaults = {
        name: domain,
        tags: [],
        description: null,
        country: 'us',
        language: 'en',
        autoAddPreference: null,
      }
      expect(newSettings({ ...given, domain })).toEqual({ ...defaults, ...given, domain })
    }),
  )
})

it('a change takes what is given, null included, keeps the rest, and changes nothing when it comes again', () => {
  fc.assert(
    fc.property(settings, changes, (before, change) => {
      const after = changedSettings(before, change)
      expect(after).toEqual({ ...before, ...change })
      expect(changedSettings(after, change)).toEqual(after)
      expect(changedSettings(before, { name: undefined, description: undefined })).toEqual(before)
    }),
  )
})

const domain = fc.constantFrom('a.com', 'b.com', 'shop.a.com')
const refusal = expect.objectContaining({ code: 'invalid_input' })

it('no site is compared with itself, whichever of both takes the domain', () => {
  fc.assert(
    fc.property(domain, domain, (own, rival) => {
      const added = () => requireRival(rival, own)
      const moved = () => requireNoRival(own, [{ domain: 'other.com' }, { domain: rival }])
      for (const act of [added, moved]) {
        if (own === rival) expect(act).toThrow(refusal)
        else expect(act).not.toThrow()
      }
    }),
  )
})
