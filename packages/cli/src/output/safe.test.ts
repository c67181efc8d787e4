import { describe, expect, it } from 'vitest'
import { csvOf } from './output.ts'
import { cut, safe, safeJson, widthOf } from './safe.ts'

const hostile = 'a\u001b]0;owned\u0007\u009b31m\r\u202e\u2066b\u007f\n'

describe('a text of others', () => {
  it('reaches a terminal without a sign that it obeys, and shows what was there', () => {
    expect(safe(hostile)).toBe('a\\u001b]0;owned\\u0007\\u009b31m\\u000d\\u202e\\u2066b\\u007f\\u000a')
    expect(safe('Café – 日本 👍🏽')).toBe('Café – 日本 👍🏽')
  })

  it('is the same text again for a program that reads the JSON', () => {
    const json = safeJson([{ keyword: hostile }])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066]/)
    expect(JSON.parse(json)).toEqual([{ keyword: hostile }])
  })

  it('is no formula in a spreadsheet, and no second cell or line', () => {
    const cells = ['=1+1', ' +1', '＝1', '\t=1', '@x', '-5', 'a,"b"\n', null, -5, '']
    expect(csvOf([cells])).toBe(`'=1+1,' +1,'＝1,'\\u0009=1,'@x,'-5,"a,""b""\\u000a",,-5,\r\n`)
  })

  it('takes the room on a terminal that its signs take', () => {
    expect(['abc', '日本', 'e\u0301', '👍🏽', ''].map(widthOf)).toEqual([3, 4, 1, 2, 0])
    expect([cut('coffee', 6), cut('coffee', 4), cut('日本語', 4)]).toEqual(['coffee', 'cof…', '日…'])
  })
})
