import { expect, it } from 'vitest'
import { pageOf } from '../page/testing/pages.ts'
import { factsOf } from './facts.ts'

/** A text cut inside a surrogate pair. */
const cutAt = (max: number) => `${'a'.repeat(max - 1)}😀 and more`

it('texts that are cut leave no half of a character, which Postgres does not read in JSON', () => {
  const head = `<title>${cutAt(1_000)}</title><meta name="description" content="${cutAt(1_000)}">`
  const body = `<h1>${cutAt(1_000)}</h1><h2>${cutAt(200)}</h2><a href="/x">${cutAt(300)}</a>`
  const page = pageOf(`<html lang="${cutAt(100)}"><head>${head}</head><body>${body}</body></html>`)
  const facts = factsOf(page, 'shop.example')
  expect(facts.title).toHaveLength(1_000)
  expect(JSON.stringify(facts)).not.toMatch(/\\ud[89a-f]/i)
})
