import fc from 'fast-check'
import { expect, it } from 'vitest'
import { askedList, decodeCursor, encodeCursor } from './cursor.ts'

it('brings back the place, for its own list only', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w-]{1,64}$/), (place) => {
      const cursor = encodeCursor('sites', place)
      expect(decodeCursor('sites', cursor)).toBe(place)
      expect(() => decodeCursor('keywords', cursor)).toThrow(/cursor/)
    }),
  )
})

it('of a list that was asked for differently is refused, however long the question is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), (one, other) => {
      const cursor = encodeCursor(askedList('rows', { q: one }), '25')
      expect(cursor.length).toBeLessThan(100)
      expect(decodeCursor(askedList('rows', { q: one }), cursor)).toBe('25')
      if (other !== one) expect(() => decodeCursor(askedList('rows', { q: other }), cursor)).toThrow(/cursor/)
    }),
  )
})

it('names the field of a cursor that was made up', () => {
  for (const cursor of ['x', '!!!', Buffer.from('sites:a b').toString('base64url'), `${encodeCursor('sites', '5')}=`]) {
    expect(() => decodeCursor('sites', cursor)).toThrow('cursor is not a cursor of this list')
  }
})
