import { readFileSync } from 'node:fs'
import { defaultPlans, planNames } from '@rts/shared/plans'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const page = readFileSync(new URL('../../../docs/api/auth-and-limits.md', import.meta.url), 'utf8')
const [, chapter = ''] = /\n## A nightly job in four calls\n([\s\S]+?)\n## /.exec(page) ?? []
const [, early = ''] = /SINCE=(\S+)/.exec(chapter) ?? []
const calls = [...chapter.matchAll(/\$BASE(\/[^"\s]+)/g)].map(([, path = '']) => path)

it('the four calls of the documents have the ranks of a site, and the night after only what has changed', async () => {
  const account = accountIn(world)
  const site = await account.site()
  await account.checked(site, await account.keyword(site, 'nightly'))
  const since = new Map<string, string>()
  const night = async () => {
    const answers = []
    for (const call of calls) {
      const path = call.replace('$SITE', site.id).replace('$SINCE', since.get(call) ?? early)
      const { status, body } = await account.get(path)
      expect([call, status]).toEqual([call, 200])
      if (call.includes('$SINCE')) since.set(call, body.nextUpdatedSince ?? '')
      answers.push(body)
    }
    return answers
  }
  const [sites, ranks, keywords, compared] = await night()
  expect(calls).toHaveLength(4)
  expect([sites?.total, keywords?.total, ranks?.total, compared?.total]).toEqual([1, 1, 1, 1])
  const [row] = ranks?.keywords ?? []
  expect([row?.positions?.length, row?.urls?.length, row?.checkedAts?.length, row?.depths?.length]).toEqual([
    2, 2, 2, 2,
  ])
  expect([...since.values()].every((time) => time.endsWith('Z'))).toBe(true)
  await account.keyword(site, 'written later')
  const [, , later] = await night()
  expect(later?.keywords.map(({ keyword }) => keyword)).toContain('written later')
})

it('their number is that of the documents, and leaves calls on every plan', () => {
  for (const plan of planNames) {
    const { sites, callsPerDay } = defaultPlans[plan]
    if (callsPerDay === null) continue
    const night = 1 + 3 * sites
    const cells = [sites, night, callsPerDay, callsPerDay - night].map((n) => n.toLocaleString('en'))
    expect(chapter.toLowerCase()).toContain(`| ${plan} | ${cells.join(' | ')} |`)
    expect(night).toBeLessThan(callsPerDay)
  }
})
