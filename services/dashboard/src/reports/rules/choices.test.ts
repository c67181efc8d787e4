import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foreignHost, logoAddress, logoTypeOf, pictureSize } from './choices.ts'

it.each([
  'Pay now: evil.com',
  '//evil.com',
  'evil．com/x',
  'evil。com',
  'evil｡com',
  'ｅｖｉｌ.com',
  'see EVIL.CO.UK!',
  'x.tea.example.com.evil.com',
  'evil.com.',
  'bücher.de',
  'a_b.evil.com',
  'evil.github.io',
  '-evil.com',
  '_evil.com',
  'tea.example.com, not evil.com',
  'atea.example.com',
])('a text with another host: %s', (text) => expect(foreignHost(text, 'tea.example.com')).toBeDefined())

it.each([
  'Tea in autumn',
  'tea.example.com in autumn',
  'Shop.Tea.Example.com',
  'Version 1.2.3, e.g. 4.5 %',
  'Node.js and so on... yes',
  'Jan.–Feb. 2026',
])('a text without one: %s', (text) => expect(foreignHost(text, 'tea.example.com')).toBeUndefined())

const pngHead = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const webpHead = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')])

describe('a logo', () => {
  it('has the kind that its first bytes say', () => {
    expect([pngHead, webpHead, Buffer.from('ffd8ffe0', 'hex')].map(logoTypeOf)).toEqual([
      'image/png',
      'image/webp',
      'image/jpeg',
    ])
    expect(logoAddress(pngHead)).toBe(`data:image/png;base64,${pngHead.toString('base64')}`)
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

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const png = hex('89504e470d0a1a0a 0000000d 49484452 00000140 000000c8 0806000000')
const jpeg = hex('ffd8 ffe0 0004 0000 ffc4 0003 00 ffc2 0011 08 00c8 0140 03 012200021101031101')
const riff = (chunk: string, rest: string) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, 'latin1'), hex(rest), Buffer.alloc(8)])

describe('the size of a picture', () => {
  it.each([
    ['PNG', png],
    ['a progressive JPEG behind other segments', jpeg],
    ['lossy WebP', riff('VP8 ', '300100 9d012a 4001 c800')],
    ['lossless WebP', riff('VP8L', '2f 3fc13100')],
    ['extended WebP', riff('VP8X', '00000000 3f0100 c70000')],
  ])('is read from the header of %s', (_kind, bytes) => {
    expect(pictureSize(bytes)).toEqual({ width: 320, height: 200 })
  })

  it('is unknown where the header is cut off, has no pixels, or is of something else', () => {
    expect(pictureSize(png.subarray(0, 20))).toBeUndefined()
    expect(pictureSize(jpeg.subarray(0, 16))).toBeUndefined()
    expect(pictureSize(hex('89504e470d0a1a0a 0000000d 49484452 00000000 000000c8 0806000000'))).toBeUndefined()
    expect(pictureSize(Buffer.from('<svg width="9" height="9"/>'))).toBeUndefined()
  })

  it('is read from any bytes without an error, and from no more than there are', () => {
    const start = fc.constantFrom(png, jpeg, riff('VP8X', ''), Buffer.alloc(0))
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 60 }), fc.nat(30), (head, more, cut) => {
        pictureSize(Buffer.concat([head.subarray(0, cut), more]))
      }),
    )
  })
})
