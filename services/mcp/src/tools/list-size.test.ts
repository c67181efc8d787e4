import { expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { publish } from './published.ts'

/** Tokens as a model counts them, roughly: a quarter of the characters. */
const tokensOf = (value: unknown) => JSON.stringify(value).length / 4

it('all tools together take at most 3,000 tokens of a model without output schemas, and 6,000 with them', () => {
  const published = catalog.map(publish)
  const inputs = published.map(({ outputSchema: _output, ...tool }) => tool)
  const sizes = published.map((tool) => `${tool.name} ${Math.round(tokensOf(tool))}`).join(', ')
  expect(tokensOf(inputs), sizes).toBeLessThanOrEqual(3_000)
  expect(tokensOf(published), sizes).toBeLessThanOrEqual(6_000)
})
