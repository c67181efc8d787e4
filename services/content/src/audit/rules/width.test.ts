import { expect, it } from 'vitest'
import { widthOf } from './titles.ts'

it.each([
  ['Tea, Straße, чай, ชา', 20],
  ['茶', 2],
  ['お茶とお菓子', 12],
  ['ｱｲｳ', 3],
  ['ＡＢ！', 6],
  ['녹차 한 잔', 10],
  ['𠮷', 2],
  ['☕ tea', 6],
  ['🇮🇩', 2],
  ['é – “x”', 7],
  ['', 0],
])('%j is %i wide', (text, width) => {
  expect(widthOf(text)).toBe(width)
})
