import fc from 'fast-check'
import { expect, it } from 'vitest'
import { requireNoRival, requireRival } from './compared-domains.ts'

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
