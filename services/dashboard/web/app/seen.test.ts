import { expect, it } from 'vitest'
import { pages } from '../routes.ts'
import { byLastSeen, type Seen, withSeen } from './seen.ts'

const seen = (siteId: string | null, to: Seen['to'] = pages.keywords): Seen => ({ to, siteId })

it('has each page of each site once, the latest first, and thirty of them', () => {
  const before = Array.from({ length: 30 }, (_, i) => seen(`s${i}`))
  const now = withSeen(before, seen('s3'))
  expect(now.map(({ siteId }) => siteId).slice(0, 5)).toEqual(['s3', 's0', 's1', 's2', 's4'])
  expect([now.length, withSeen(before, seen('s3', pages.site)).length]).toEqual([30, 30])
})

it('puts sites that were looked at first, by the last look, and the others behind in their own order', () => {
  const sites = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  const looks = [seen('c'), seen(null, pages.team), seen('a'), seen('c', pages.site)]
  expect(byLastSeen(sites, looks).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
})
