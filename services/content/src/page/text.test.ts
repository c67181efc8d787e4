import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hashOf } from './hash.ts'
import { tokenHashes } from './sketch.ts'
import { asciiWords, wordsIn } from './text.ts'

const ascii = fc.string({ unit: fc.constantFrom(...`ab Z9'- .\n\t_`.split('')), maxLength: 60 })

it('words are the same by the table of ASCII and by the expression for all scripts', () => {
  fc.assert(
    fc.property(ascii, (text) => {
      const [own, general] = [asciiWords(text), wordsIn(text)]
      expect({ ...own, plain: own.plain.toString() }).toEqual({ ...general, plain: general.plain.toString() })
      // One non-ASCII letter takes the general path.
      const [letter, ...rest] = [...tokenHashes(`я ${text}`)]
      expect([letter, rest]).toEqual([hashOf('я'), tokenHashes(text)])
    }),
    { numRuns: runs(500) },
  )
})
