import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

it('brings back the place, for its own list only', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w-]{1,64}$/), (place) => {
      const cursor = encodeCursor('sites', place)
      expect(decodeCursor('sites', cursor)).toBe(place)
      expect(() => decodeCursor('keywords', cursor)).toThrow(/cursor/)
    }),
  )
})

it('names the field of a cursor that was made up', () => {
  for (const cursor of ['x', '!!!', Buffer.from('sites:a b').toString('base64url'), `${encodeCursor('sites', '5')}=`]) {
    expect(() => decodeCursor('sites', cursor)).toThrow('cursor: is not a cursor of this list')
  }
})
