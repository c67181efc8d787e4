import { expect, it } from 'vitest'
import { nextOf, stepsOf, type Taken } from './steps.ts'

const nothing: Taken = {
  siteId: null,
  demoId: null,
  hasKeywords: false,
  hasRivals: false,
  hasSearchConsole: false,
  hasRanks: false,
}

it('has Google only where it can be connected', () => {
  const beside = { isAsked: false, hasReport: false }
  expect(stepsOf(nothing, { ...beside, hasGoogle: false })).toHaveLength(6)
  expect(stepsOf(nothing, { ...beside, hasGoogle: true }).at(-3)?.name).toBe('Google Search Console')
})

it('the next step is the first that is not taken', () => {
  const names = (taken: Partial<Taken>, isAsked = false, hasReport = false) =>
    nextOf(stepsOf({ ...nothing, ...taken }, { hasGoogle: true, isAsked, hasReport }))?.name
  expect(names({})).toBe('Your site')
  expect(names({ siteId: 's' })).toBe('Keywords')
  expect(names({ siteId: 's', hasKeywords: true })).toBe('First check')
  expect(names({ siteId: 's', hasKeywords: true, hasRanks: true, hasSearchConsole: true })).toBe('A competitor')
  const all = { siteId: 's', hasKeywords: true, hasRanks: true, hasRivals: true, hasSearchConsole: true }
  expect(names(all)).toBe('Emails')
  expect(names(all, true)).toBe('A report')
  expect(names(all, true, true)).toBeUndefined()
})
