import { expect, it } from 'vitest'
import { createBodies } from './view.ts'

const body = (value: string, characters: number) => ({ value, characters })

it('keeps the bodies that were read last, as many as there is room for', () => {
  const bodies = createBodies(10)
  bodies.keep('1', body('one', 4))
  bodies.keep('2', body('two', 4))
  bodies.keep('1', body('one', 4))
  expect([...bodies.all().keys()]).toEqual(['2', '1'])
  bodies.keep('3', body('three', 6))
  expect([...bodies.all().keys()]).toEqual(['1', '3'])
  bodies.keep('4', body('too long', 11))
  expect(bodies.all().size).toBe(0)
  bodies.keep('5', body('five', 10))
  expect(bodies.all().get('5')).toEqual({ value: 'five', characters: 10 })
})
