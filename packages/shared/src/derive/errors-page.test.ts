import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { AppError, type ErrorCode, errorCodes, problemOf } from '../errors.ts'
import { defaultPlans, planNames } from '../plans.ts'
import { listedProblems } from './errors-page.ts'
import { openApiDocument } from './openapi.ts'
import { documentDescription } from './openapi-words.ts'

const page = readFileSync(new URL('../../../../docs/reference/errors.md', import.meta.url), 'utf8')
// safe because the keys of the closed list are its codes
const codes = Object.keys(errorCodes) as ErrorCode[]

it('every code has its meaning and what to do, once', () => {
  expect(listedProblems().map(({ code }) => code)).toEqual(expect.arrayContaining(codes))
  expect(listedProblems()).toHaveLength(codes.length)
  for (const { means, todo } of listedProblems()) for (const text of [means, todo]) expect(text).toMatch(/^[A-Z].+\.$/)
})

it('the type of every problem leads to its entry in the page and in the document', () => {
  const listed: { code: string }[] = Object(openApiDocument()['x-errors'])
  for (const code of codes) {
    const [path, anchor] = problemOf(new AppError(code, 'D'), 'i').type.split('#')
    expect(path).toBe('/docs/errors')
    expect(page).toContain(`<a id="${anchor}"></a>`)
    expect(listed.map((one) => one.code)).toContain(anchor)
  }
})

it('tells nobody to send again what is not retryable', () => {
  const told = listedProblems().filter(({ todo }) => /\bsend it again\b/i.test(todo))
  expect(told.filter(({ retryable }) => !retryable)).toEqual([])
})

it('says in the reference how many calls of a day are given back at most, on each plan', () => {
  const [, free] = /\*\*What is free\.\*\*([\s\S]+?)\n\n/.exec(documentDescription(defaultPlans)) ?? []
  const said = free?.replaceAll(/\s+/g, ' ')
  expect(said).toContain('at most as many of a UTC day as the plan has calls')
  for (const plan of planNames) {
    const { callsPerDay } = defaultPlans[plan]
    if (callsPerDay) expect(said?.toLowerCase()).toContain(`${callsPerDay.toLocaleString('en')} on ${plan}`)
  }
  expect(`${said} ${page}`).not.toMatch(/call does not count|call costs nothing/)
})
