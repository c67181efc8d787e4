import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateBound, updatedSince } from './fields.ts'

const read = (text: string) => updatedSince.safeParse(text).data

describe('a date-time of a caller', () => {
  it.each([
    ['2026-03-01T06:00:00Z', '2026-03-01T06:00:00.000Z'],
    ['2026-03-01T06:00:00+00:00', '2026-03-01T06:00:00.000Z'],
    ['2026-03-01T06:00:00-00:00', '2026-03-01T06:00:00.000Z'],
    ['2026-03-01T06:00:00.123456+07:00', '2026-02-28T23:00:00.123Z'],
    ['2026-03-01t06:00:00.5z', '2026-03-01T06:00:00.500Z'],
    ['2026-02-28T23:59:59-23:59', '2026-03-01T23:58:59.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01T08:59:60.25+09:00', '2017-01-01T00:00:00.250Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ])('of RFC 3339 is read in UTC: %s', (given, utc) => {
    expect(read(given)).toBe(utc)
    expect(dateBound.parse(given)).toBe(utc)
  })

  it.each([
    '2026-03-01T06:00:00',
    '2026-03-01 06:00:00Z',
    '2026-03-01T06:00:00 00:00',
    '2026-03-01T06:00:00+0000',
    '2026-03-01T06:00:00+24:00',
    '2026-03-01T06:00:00+07:60',
    '2026-02-29T06:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T06:00:60Z',
    '2026-03-15T23:59:60Z',
    '2026-03-01T06:00:61Z',
    '2026-03-01T06:00:00.Z',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '20260301T060000Z',
    `2026-03-01T06:00:00.${'0'.repeat(500)}Z`,
    'yesterday',
    '',
  ])('is refused when it is no moment of RFC 3339: %j', (given) => {
    expect(read(given)).toBeUndefined()
    expect(dateBound.safeParse(given).success).toBe(false)
  })

  it('means the same moment with any offset, and itself once read', () => {
    const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.integer({ min: -1_439, max: 1_439 }), (moment, offset) => {
        const utc = moment.toISOString()
        const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
        const digits = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
        expect(read(`${local}${offset < 0 ? '-' : '+'}${digits}`)).toBe(utc)
        expect(read(utc)).toBe(utc)
      }),
    )
  })
})
