import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldPage, unfoldPage } from './folded-page.ts'

const text = fc.oneof(
  fc.webUrl(),
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom('\n', 'a\nb', '\r', '\0'),
)
const hosts = fc.array(fc.oneof(text, fc.constant('')))
const urls = fc.array(fc.option(text))

it('a folded page is unfolded as it was, with its line ends, positions without a result, and what else it has', () => {
  fc.assert(
    fc.property(hosts, urls, fc.string(), (hosts, urls, source) => {
      const page = { hosts, urls, source }
      expect(unfoldPage(foldPage(page))).toEqual(page)
    }),
  )
})
