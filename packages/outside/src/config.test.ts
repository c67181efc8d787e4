import { readConfig } from '@rts/shared/config'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { budgetVariable } from './config.ts'

it('a budget is 5 USD unless the operator writes another one, or the word none', () => {
  const read = (env: Record<string, string>) =>
    readConfig(z.object({ BUDGET: budgetVariable('the most').schema }), env).BUDGET
  expect([read({}), read({ BUDGET: '12.50' }), read({ BUDGET: '0' }), read({ BUDGET: 'none' })]).toEqual([
    5,
    12.5,
    0,
    undefined,
  ])
  expect(() => read({ BUDGET: 'off' })).toThrow('must be an amount in USD such as 12.50, or none')
})
