import { expect, it } from 'vitest'
import { gainOf, scoreOf, stateOf } from './site-figures.ts'

const at = '2026-11-22T10:00:00.000Z'
const site = { frozen: false, checksPausedAt: null, failed: 0, checkedAt: at }

it('a site without a check is called neither checked nor invisible', () => {
  expect([stateOf(site).word, stateOf({ ...site, checkedAt: null }).word]).toEqual(['checked', 'not checked yet'])
  expect([scoreOf({ score: 0, checkedAt: null }), scoreOf({ score: 0, checkedAt: at })]).toEqual([null, 0])
})

it('says in the file too that checks failed, are paused, or are over the limit', () => {
  expect(stateOf({ ...site, failed: 3 }).word).toBe('3 failed')
  expect(stateOf({ ...site, failed: 3, checksPausedAt: at }).word).toBe('paused')
  expect(stateOf({ ...site, frozen: true, checksPausedAt: at }).word).toBe('over the limit')
})

it('a gain is that of the keywords known at both times', () => {
  const compared = { score: 3.25, before: 1, keywords: 20, added: 30 }
  expect([gainOf({}), gainOf({ compared: { ...compared, before: null } }), gainOf({ compared })]).toEqual([
    null,
    null,
    2.3,
  ])
})
