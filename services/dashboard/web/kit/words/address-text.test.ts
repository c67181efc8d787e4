import { expect, it } from 'vitest'
import { addressText, readable } from './address-text.ts'

it('a sentence is read with days and paths, and nothing else of it changes', () => {
  expect(readable('Position 8 on 2026-11-20 for "moka pot"; page https://own.com/guides/moka%20pot')).toBe(
    'Position 8 on 20 Nov 2026 for "moka pot"; page /guides/moka pot',
  )
  expect(readable('Position 5 on 2026-10-01, 9 on 2026-11-20 for "a"; page https://own.com/')).toBe(
    'Position 5 on 1 Oct 2026, 9 on 20 Nov 2026 for "a"; page /',
  )
  expect(readable('Not found for "12026-11-201"')).toBe('Not found for "12026-11-201"')
})

it('an address has no scheme and no last slash, and a bad one stays as it is', () => {
  expect(
    ['https://www.own.com/', 'https://own.com/a%20b/?q=1', 'https://own.com/%E0%A4', 'no address'].map(addressText),
  ).toEqual(['own.com', 'own.com/a b/?q=1', 'own.com/%E0%A4', 'no address'])
})
