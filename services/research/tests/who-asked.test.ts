import { until } from '@rts/local/testing/until'
import type { OperationName } from '@rts/shared/contract/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

type Answer = { status: string; reason: string | null; updatedAt: string | null; rows: { updatedAt?: string }[] }
type Asking = { read(collect?: 'allow' | 'deny'): Promise<Answer> }
let serial = 0

/** Reads of one subject by accounts of their own: the phrase that is researched, or the rival, or the own domain. */
const subjects = {
  'research.get': (subject: string) => ({ query: { q: subject } }),
  'planner.list': (subject: string) => ({ query: { q: subject } }),
  'gap.list': () => ({}),
  'traffic.list': () => ({}),
  'backlinks.list': () => ({ query: { days: 365 } }),
} satisfies Partial<Record<OperationName, (subject: string) => object>>
type Row = keyof typeof subjects
const rows = Object.keys(subjects) as Row[]

/** Somebody who can read `subject` by a row: an account, with a site where the row needs one. */
async function somebody(row: Row, subject: string): Promise<Asking> {
  const client: Client = await world.newClient()
  const domain = row === 'backlinks.list' ? `${subject}.sandbox.example` : 'demo.sandbox.example'
  const competitors = ['gap.list', 'traffic.list'].includes(row) ? [`${subject}.example.org`] : []
  const id = row === 'research.get' ? null : await client.site(domain, { competitors })
  const input = { ...subjects[row](subject), ...(id !== null && { params: { id } }) }
  return {
    read: (collect = 'allow') =>
      until('an answer that is collected', async () => {
        // safe because these rows say how they were collected
        const answer = (await world.askRow(row, input, client.accountId, { collect })) as Answer
        return !['queued', 'collecting'].includes(answer.status) && answer
      }),
  }
}
const newSubject = () => `subject-${serial++}`
/** As if that much time had passed for all that was collected. */
const age = (days: number) =>
  world.database.pool.query(`UPDATE collects.result SET collected_at = collected_at - $1 * interval '1 day'`, [days])
const datesOf = ({ updatedAt, rows }: Answer) => [updatedAt, ...rows.map((row) => row.updatedAt)]

describe.each(rows)('%s: another account', (row) => {
  it('that may not collect gets the same answer whether or not another account has collected', async () => {
    const [asked, fresh] = [newSubject(), newSubject()]
    const one = await somebody(row, asked)
    expect((await one.read()).status).toBe('ready')
    const [ofAsked, ofFresh] = [await somebody(row, asked), await somebody(row, fresh)]
    const [seen, unseen] = [await ofAsked.read('deny'), await ofFresh.read('deny')]
    expect(seen).toMatchObject({ status: unseen.status, reason: 'allowance_exhausted', updatedAt: unseen.updatedAt })
    expect(seen.rows).toEqual(unseen.rows)
  })

  it('keeps its version and its dates when another account collects again', async () => {
    const subject = newSubject()
    const [one, other] = [await somebody(row, subject), await somebody(row, subject)]
    await one.read()
    const before = await other.read()
    expect(before.status).toBe('ready')
    await age(8)
    const later = await one.read()
    expect(Date.parse(later.updatedAt ?? '')).toBeGreaterThan(Date.now() - 86_400_000)
    const kept = await other.read('deny')
    expect(kept.rows.length).toBe(before.rows.length)
    for (const date of datesOf(kept)) if (date) expect(Date.parse(date)).toBeLessThan(Date.now() - 7 * 86_400_000)
  })
})
