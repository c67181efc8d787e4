import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readArticle, readPlan } from './answers.ts'

const text = 'Words. '.repeat(40)
const article = { title: 'A', metaDescription: 'B', markdown: text }

describe('an article in an answer', () => {
  it.each([
    ['alone', JSON.stringify(article)],
    ['in a fence', `Sure!\n\`\`\`json\n${JSON.stringify(article)}\n\`\`\`\nEnjoy {it}`.replace(' {it}', '')],
    ['with more fields', JSON.stringify({ ...article, tone: 'mild', __proto__: { title: 'no' } })],
  ])('is read %s', async (_case, answer) =>
    expect(await readArticle(answer, 'en')).toMatchObject({ ok: true, text: { title: 'A' } }),
  )

  it.each([
    ['nothing', '', 'JSON'],
    ['words', 'I would rather not.', 'JSON'],
    ['a list', '[]', 'JSON'],
    ['half of it', JSON.stringify(article).slice(0, -1), 'JSON'],
    ['brackets without end', '{'.repeat(50_000), 'JSON'],
    ['a text that is too long', JSON.stringify({ ...article, tone: 'mild '.repeat(50_000) }), 'characters'],
    ['no title', JSON.stringify({ ...article, title: undefined }), 'title'],
    ['a title of tags alone', JSON.stringify({ ...article, title: '<b></b>' }), 'title'],
    ['a number for a text', JSON.stringify({ ...article, markdown: 7 }), 'markdown'],
    ['too little', JSON.stringify({ ...article, markdown: 'Short.' }), 'markdown'],
  ])('is not read from %s, and the problem is named', async (_case, answer, named) => {
    const read = await readArticle(answer, 'en')
    expect(read).toMatchObject({ ok: false, problem: expect.stringContaining(named) })
  })
})

describe('a plan in an answer', () => {
  it('keeps its bounds, whatever it holds', () => {
    const section = fc.record(
      { heading: fc.string(), level: fc.anything(), points: fc.anything() },
      { requiredKeys: [] },
    )
    const plan = fc.record({
      title: fc.string({ maxLength: 200 }),
      outline: fc.array(section, { maxLength: 60 }),
      keywords: fc.oneof(fc.array(fc.anything(), { maxLength: 60 }), fc.anything()),
      questions: fc.array(fc.string()),
    })
    fc.assert(
      fc.property(plan, (value) => {
        const json = JSON.stringify(value)
        const read = readPlan(json)
        if (!read.ok) return
        const { title, outline, keywords, questions } = read.text
        expect([...title].length).toBeLessThanOrEqual(60)
        expect(outline.length).toBeLessThanOrEqual(30)
        expect([keywords.length <= 30, questions.length <= 20]).toEqual([true, true])
        for (const { heading, level, points } of outline) {
          expect(heading).not.toBe('')
          expect([2, 3, 4]).toContain(level)
          expect(points.every((point) => typeof point === 'string' && point.length > 0)).toBe(true)
        }
      }),
    )
  })
})
