import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { catalog } from './catalog.ts'
import { publish } from './published.ts'

const tokensOf = (tools: readonly object[]) => tools.reduce((sum, tool) => sum + countTokens(JSON.stringify(tool)), 0)

it('all tools together take at most 4,200 tokens of a model without output schemas, and 6,500 with them', () => {
  const published = catalog.map(publish)
  const inputs = published.map(({ outputSchema: _output, ...tool }) => tool)
  const sizes = published.map((tool) => `${tool.name} ${tokensOf([tool])}`).join(', ')
  expect(tokensOf(inputs), sizes).toBeLessThanOrEqual(4_200)
  expect(tokensOf(published), sizes).toBeLessThanOrEqual(6_500)
})
