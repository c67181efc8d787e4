import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tamedResult } from './bounded.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const long = fc.tuple(fc.constantFrom('a', 'é', '"', '\\', '\n'), fc.integer({ min: 1_990, max: 2_010 }))
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  long.map(([unit, times]) => `${'x'.repeat(10)}${unit}`.padEnd(times, unit)),
)

it('whatever strangers write, a text of a short answer has at most 2,000 characters, none of control, and the object is what the JSON says', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text, count: fc.integer() }), { maxLength: 2 }), (rows) => {
      const { text: json, structuredContent } = tamedResult({ rows })
      expect(JSON.parse(json)).toEqual(structuredContent)
      const texts: string[] = Object(structuredContent).rows.map((row: { text: string }) => row.text)
      const wanted = rows.map((row) => row.text.replace(controls, ' ').toWellFormed())
      for (const [i, each] of texts.entries()) {
        const whole = wanted[i] ?? ''
        if (whole.length <= 2_000) expect(each).toBe(whole)
        else expect([each.length <= 2_000, each.at(-1)]).toEqual([true, '…'])
      }
    }),
    { numRuns: runs(2_000) },
  )
})

it('texts that an agent gives back stay whole in an answer that is too long: cursors, ids, addresses of pages here', () => {
  const kept = {
    nextCursor: 'c'.repeat(500),
    connectUrl: `https://ranks.example/app/sites/${'s'.repeat(36)}/search-console`,
    signupUrl: `https://ranks.example/${'s'.repeat(60)}`,
  }
  const ids = { id: `${'s'.repeat(36)}_LINK_BROKEN_FRAGMENT`, keywordId: 'k'.repeat(100) }
  const rows = Array.from({ length: 200 }, () => ({ ...ids, title: '茶'.repeat(500) }))
  const { structuredContent } = tamedResult({ ...kept, rows })
  expect(structuredContent).toMatchObject(kept)
  for (const row of Object(structuredContent).rows) expect(row).toEqual({ ...ids, title: `${'茶'.repeat(39)}…` })
})
