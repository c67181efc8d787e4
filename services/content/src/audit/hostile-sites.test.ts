import { countWork, linearGrowth } from '@rts/shared/testing/work'
import { afterAll, expect, it } from 'vitest'
import { audit, hostileSite, hostileSites } from './testing/hostile-sites.ts'

const work = countWork(import.meta.resolve('./testing/hostile-sites.ts'), audit.name, hostileSite.name)
afterAll(() => work.stop())

it.each(Object.keys(hostileSites))('%s: the work grows with their number alone', async (name) => {
  expect(await work.growthOf((count) => [name, count], 800)).toBeLessThan(linearGrowth)
})
