import { describe, expect, it } from 'vitest'
import { logoAddress, logoTypeOf } from './logo.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')])

describe('a logo', () => {
  it('has the kind that its first bytes say', () => {
    expect([png, webp, Buffer.from('ffd8ffe0', 'hex')].map(logoTypeOf)).toEqual([
      'image/png',
      'image/webp',
      'image/jpeg',
    ])
    expect(logoAddress(png)).toBe(`data:image/png;base64,${png.toString('base64')}`)
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a'],
    ['a sound of the same container', 'RIFF0000WAVEfmt '],
    ['nothing', ''],
  ])('that is %s is none', (_what, text) => {
    expect(logoTypeOf(Buffer.from(text))).toBeUndefined()
    expect(logoAddress(Buffer.from(text))).toBeNull()
  })
})
