import { describe, expect, it } from 'vitest'
import { codingOf } from './coding.ts'

describe('the coding of an answer', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip ; q=0.8 , br ; q=0.9', 'br'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.000', undefined],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0', undefined],
    ['deflate', undefined],
    ['zstd, compress', undefined],
  ])('for %j is %j', (accepted, coding) => {
    expect(codingOf(accepted)).toBe(coding)
  })

  it.each([
    'gzip;q=',
    'gzip;q=2',
    'gzip;q=-1',
    'gzip;q=NaN',
    'gzip;q=1;q=1',
    ';;;',
    ',,,',
    'gz\u00efp',
    'gzip;level=9',
    '\t',
  ])('is none for the nonsense %j', (accepted) => {
    expect(codingOf(accepted)).toBeUndefined()
  })

  it('reads sixteen kilobytes of parts', () => {
    expect(codingOf(`${'x;q=0.1,'.repeat(2_000)}gzip`)).toBe('gzip')
  })
})
