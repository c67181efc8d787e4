import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { AppError, type ErrorCode, errorCodes, problemOf } from '../errors.ts'
import { errorsPage, listedProblems } from './errors-page.ts'
import { openApiDocument } from './openapi.ts'

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
    expect(errorsPage()).toContain(`<a id="${anchor}"></a>`)
    expect(listed.map((one) => one.code)).toContain(anchor)
  }
})

it('the page in the repository is this one', () => {
  expect(readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')).toBe(errorsPage())
})
