import { expect, it } from 'vitest'
import { srcsetUrls } from './body-elements.ts'

it.each([
  ['a.png', ['a.png']],
  ['a.png 1x, b.png 2x', ['a.png', 'b.png']],
  [' a.png 100w 50h ,\n b,c.png 200w', ['a.png', 'b,c.png']],
  ['a.png, b.png', ['a.png', 'b.png']],
  ['data:image/gif;base64,R0lGOD=, b.png 2x', ['data:image/gif;base64,R0lGOD=', 'b.png']],
  ['a.png (1x, 2x), b.png', ['a.png', 'b.png']],
  ['a.png (1x, b.png', ['a.png']],
  [' , ,', []],
  ['', []],
])('%j has the addresses %j', (srcset, urls) => {
  expect(srcsetUrls(srcset)).toEqual(urls)
})

it('names twenty at most', () => {
  expect(srcsetUrls('a 1x, '.repeat(100))).toHaveLength(20)
})
