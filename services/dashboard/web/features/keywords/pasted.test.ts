import { expect, it } from 'vitest'
import { readPasted } from './pasted.ts'

const states = (text: string, tracked: string[] = []) =>
  readPasted(text, tracked).lines.map(({ phrase, state }) => [phrase, state])

it('each line is a phrase; what is tracked, came before or is too long adds nothing', () => {
  expect(states('Cold  Brew\r\n\nlatte, hot\nLATTE, HOT\ntea', ['cold brew', 'tea'])).toEqual([
    ['Cold  Brew', 'tracked'],
    ['latte, hot', 'new'],
    ['LATTE, HOT', 'twice'],
    ['tea', 'tracked'],
  ])
  expect(states('x'.repeat(201))[0]?.[1]).toBe('long')
})

it('a file with a column of keywords has them there, whatever else it has', () => {
  expect(states('\uFEFFVolume,Keyword\r\n10,"latte, hot"\r\n,tea\r\n')).toEqual([
    ['latte, hot', 'new'],
    ['tea', 'new'],
  ])
  expect(states('\uFEFFKata kunci,Posisi,Ditemukan\r\ntea,,tidak\r\n')).toEqual([['tea', 'new']])
})

it('an export of SerpBear is known by its head, and its phrases may have commas', () => {
  const line = (keyword: string) => `1, ${keyword}, 7, https://example.com/, United States, -, desktop, 2026, 2025, a`
  const text = ['ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags', line('tea, green'), line('tee')].join(
    '\n',
  )
  expect(readPasted(text, ['tee'])).toEqual({
    kind: 'serpbear',
    lines: [
      { phrase: 'tea, green', state: 'new' },
      { phrase: 'tee', state: 'tracked' },
    ],
  })
})
