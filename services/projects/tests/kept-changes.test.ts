import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNotableChanges, listPasses } from '../src/ranks/notable-changes.sql.ts'
import { notableOfAllChecks } from './support/notable-of-all-checks.ts'
import { firstDay, rankStories, rivalStep, type Step, step, storyDays } from './support/rank-story.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.pool.query(`SELECT ranks.ensure_partitions('2026-10-01', 2)`)
})
afterAll(() => stage.stop())

const dayMs = 86_400_000
let sites = 0

const page = { keyword: 0, path: '/', rival: 9 }
/** Stories that chance rarely tells. */
const stories: Step[][] = [
  // The site's rank from elsewhere is on no page with the rival, so that the checks before differ.
  [
    { does: 'check', day: 1, own: 3, ...page },
    { does: 'import', day: 2, own: 11, ...page },
    { does: 'check', day: 3, own: 11, ...page },
  ],
  // The rival came ahead before it was compared.
  [
    rivalStep,
    { does: 'check', day: 1, own: 3, ...page },
    { does: 'check', day: 2, own: 11, ...page },
    rivalStep,
    { ...rivalStep, does: 'fill' },
  ],
  // Between two pages with the site under its new domain there is one without it.
  [
    { does: 'check', day: 1, own: 3, ...page },
    { ...rivalStep, does: 'domain', path: '/other' },
    { does: 'check', day: 0, own: 3, ...page },
    { does: 'check', day: 3, own: 11, ...page },
  ],
  // The rival was compared with the site's domain before this one, and came in with the first check of this one.
  [
    { does: 'check', day: 0, own: 0, ...page, rival: 0 },
    { ...rivalStep, does: 'domain' },
    { does: 'check', day: 1, own: 0, ...page, rival: 2 },
    { does: 'check', day: 0, own: 0, ...page, rival: 0 },
  ],
  // The check between comes last.
  ...(['check', 'serve'] as const).map((does): Step[] => [
    { does: 'check', day: 1, own: 3, ...page },
    { does: 'check', day: 3, own: 3, ...page },
    { does, day: 2, own: 11, ...page },
  ]),
]

it('changes that are noted with checks are those of all checks, in whatever order these come, at the same time, late, again, or not at all', async () => {
  const tell = rankStories(stage.pool)
  const kept = async (site: string, since: Date) => ({
    changes: await listNotableChanges(stage.pool, site, since, 1_000),
    passes: await listPasses(stage.pool, site, since, 1_000),
  })
  const story = fc.array(fc.array(step, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(story, fc.nat(storyDays), async (moments, since) => {
      const site = `s${++sites}`
      await stage.track(site, { phrases: [`${site} 0`, `${site} 1`] })
      await tell(site, rivalStep)
      for (const moment of moments) await Promise.all(moment.map((each) => tell(site, each)))
      for (const day of [since, 0]) {
        const from = new Date(firstDay + day * dayMs)
        expect(await kept(site, from)).toEqual(await notableOfAllChecks(stage.pool, site, from))
      }
      const from = new Date(firstDay)
      await stage.pool.query('DELETE FROM ranks.notable_change')
      await stage.pool.query('SELECT ranks.find_notable_changes(array_agg(id)) FROM keyword WHERE site_id = $1', [site])
      expect(await kept(site, from)).toEqual(await notableOfAllChecks(stage.pool, site, from))
    }),
    { numRuns: runs(25), examples: stories.map((moments) => [moments.map((each) => [each]), 0]) },
  )
})
