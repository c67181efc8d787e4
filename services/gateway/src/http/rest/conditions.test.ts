import { expect, it } from 'vitest'
import { holdsTag } from './forward.ts'

const tag = 'W/"abc-_1"'

it.each(['W/"abc-_1"', '"abc-_1"', ' W/"abc-_1" ', '"x", W/"abc-_1"', 'W/"x",W/"abc-_1",W/"y"', '*', ' * '])(
  '%j holds the tag',
  (condition) => {
    expect(holdsTag(condition, tag)).toBe(true)
  },
)

it.each([undefined, '', '""', 'abc-_1', 'w/"abc-_1"', 'W/"abc"', 'W/W/"abc-_1"', '"abc-_1', '**', '"*"', ',', 'W/'])(
  '%j does not',
  (condition) => {
    expect(holdsTag(condition, tag)).toBe(false)
  },
)

it('reads eight kilobytes of tags', () => {
  const others = Array.from({ length: 500 }, (_, i) => `W/"other-${i}"`).join(', ')
  expect(holdsTag(others, tag)).toBe(false)
  expect(holdsTag(`${others}, ${tag}`, tag)).toBe(true)
})
