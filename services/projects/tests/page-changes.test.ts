import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Stage, startStage } from './support/stage.ts'
import { storedPages } from './support/stored-pages.ts'
import { until } from './support/world.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.stop())
afterEach(() => stage.clear())

const hostsOf = (...first: string[]) => [
  ...first,
  ...Array.from({ length: 60 }, (_, i) => `${(i * 7_919) % 1_000}.com`),
]

/** Shows a page on each of these days, has it checked, and answers of which stored page each one is the changes. */
async function bases(days: readonly { after: number; hosts: readonly string[] }[]) {
  await stage.track('a', { phrases: ['one'] })
  // After the time of the day at which it is checked.
  stage.pass(7)
  await stage.start()
  for (const [i, { after, hosts }] of days.entries()) {
    stage.pass(24 * after)
    stage.serp.show('one', ...hosts)
    await stage.wake()
    await until(
      () => stage.column<number>('SELECT count(*)::int FROM ranks.page'),
      ([stored]) => stored === i + 1,
    )
  }
  expect((await storedPages(stage.pool)).map((page) => page.hosts)).toEqual(days.map(({ hosts }) => hosts))
  expect((await storedPages(stage.pool)).map((page) => page.urls[0])).toEqual(
    days.map(({ hosts }) => `https://${hosts[0]}/`),
  )
  return stage.column<number | null>(
    `SELECT (SELECT count(*)::int FROM ranks.page b WHERE b.fetched_at <= p.base_at) FROM ranks.page p ORDER BY fetched_at`,
  )
}

it('a page of the same month is stored as the changes of its first, in a third of its bytes, and read as it was', async () => {
  const days = [
    { after: 0, hosts: hostsOf('a.com') },
    { after: 1, hosts: hostsOf('b.com', 'a.com') },
    { after: 1, hosts: hostsOf('a.com', 'c.com') },
  ]
  expect(await bases(days)).toEqual([0, 1, 1])
  const [first = 0, second = 0, third = 0] = await stage.column<number>(
    `SELECT length(p.hosts) + length(d.details) FROM ranks.page p JOIN ranks.page_detail d USING (page, fetched_at) ORDER BY fetched_at`,
  )
  expect(Math.max(second, third)).toBeLessThan(first / 3)
})

it('a page with other results stands alone, and so does the first of a month, however alike: those after it are its changes', async () => {
  const others = (count: number) => Array.from({ length: count }, (_, i) => `other-${(i * 7_907) % 1_000}.com`)
  const days = [
    { after: 0, hosts: hostsOf('a.com') },
    { after: 1, hosts: others(60) },
    { after: 1, hosts: others(61) },
    { after: 8, hosts: others(61) },
    { after: 1, hosts: others(62) },
  ]
  expect(await bases(days)).toEqual([0, 0, 2, 0, 4])
})
