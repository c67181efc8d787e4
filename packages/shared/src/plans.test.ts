import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atLeast, defaultPlans, planNames, readPlans } from './plans.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plans-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function plansFrom(content: unknown) {
  const file = path.join(folder, 'plans.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readPlans(file)
}

describe('the plan table', () => {
  it('has the published calls a day and the limits of sites, keywords and rhythm', () => {
    const shown = planNames.map((name) => {
      const { callsPerDay, sites, keywords, checkEveryDays } = defaultPlans[name]
      return [name, callsPerDay, sites, keywords, checkEveryDays]
    })
    expect(shown).toEqual([
      ['guest', null, 1, 2, 1],
      ['free', 20, 1, 3, 7],
      ['starter', 100, 5, 100, 1],
      ['growth', 400, 20, 500, 1],
      ['agency', 800, 75, 2_000, 1],
      ['scale', 1_200, 250, 10_000, 1],
    ])
  })

  it('orders plans from guest to scale', () => {
    expect(planNames.filter((plan) => atLeast(plan, 'starter'))).toEqual(['starter', 'growth', 'agency', 'scale'])
    expect(atLeast('guest', 'free')).toBe(false)
  })
})

describe('an operator’s file', () => {
  it('replaces what it names and leaves the rest', () => {
    const plans = plansFrom({ free: { callsPerDay: 50 } })
    expect(plans).toEqual({ ...defaultPlans, free: { ...defaultPlans.free, callsPerDay: 50 } })
    expect(defaultPlans.free.callsPerDay).toBe(20)
  })

  it.each([
    ['an unknown plan', { platinum: { sites: 1 } }, /platinum/],
    ['an unknown limit', { free: { sitez: 1 } }, /sitez/],
    ['a limit below one', { scale: { keywords: 0 } }, /keywords/],
    ['a limit that is no number', { scale: { keywords: '9' } }, /keywords/],
    ['a part of a site', { scale: { sites: 1.5 } }, /sites/],
  ])('with %s stops the start and is named', (_what, content, name) => {
    expect(() => plansFrom(content)).toThrow(name)
  })

  it('that is no JSON or does not exist stops the start', () => {
    expect(() => plansFrom('{')).toThrow()
    expect(() => readPlans(path.join(folder, 'absent.json'))).toThrow('absent.json')
  })
})
