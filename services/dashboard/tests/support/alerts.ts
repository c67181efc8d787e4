import { until } from '@rts/local/testing/until'
import type { AlertRow } from '@rts/shared/contract/rows/alert'
import { type AdviceWorld, keywordWith, siteOf } from './advice.ts'
import type { TestMember } from './team.ts'

type Past = Parameters<typeof keywordWith>[4]
/** A week at one place, and three checks at another, the last of them now. */
export const fallTo = (position: number, usual = 5): Past => [
  ...Array.from({ length: 8 }, (_, i): Past[number] => [10 - i, usual]),
  ...[2, 1, 0].map((days): Past[number] => [days, position]),
]

type AlertWorld = Pick<AdviceWorld, 'database' | 'projects'>

/** A site of a member, and what alerts do about it. */
export async function alertedSite(world: AlertWorld, member: TestMember, domain = 'example.com') {
  const site = await siteOf(member, domain)
  const { id, params } = site
  const { pool } = world.database
  const api = {
    ...site,
    letters: (letters: object, by = member) => by.op('siteLetters.update', { params, body: letters }),
    settings: (body: object, by = member) => by.op('alertSettings.update', { params, body }),
    preview: async (rules: object[] = []) => (await member.op('alertPreview.get', { params, body: { rules } })).body,
    raised: async (by = member): Promise<AlertRow[]> => (await by.op('alerts.list', { params })).body.alerts,
    /** Turns alerts on by mail, and waits for the first look. */
    async watch(by = member): Promise<void> {
      await api.letters({ alerts: true }, by)
      await api.looked()
    },
    looked: () =>
      until('the look', async () => {
        const { rows } = await pool.query(
          `SELECT due_at > clock_timestamp() + interval '30 minutes' AS done FROM alert_look WHERE site_id = $1`,
          [id],
        )
        return rows.length === 0 || rows[0].done === true
      }),
    makeDue: () => pool.query('UPDATE alert_look SET due_at = clock_timestamp() WHERE site_id = $1', [id]),
    /** Has every replica look at once, and waits. */
    async look(): Promise<void> {
      await api.makeDue()
      await api.looked()
    },
    /** A keyword with these checks, as the worker stores them. */
    async keyword(phrase: string, past: Past): Promise<string> {
      const keywordId = await keywordWith(world, member, site, phrase, past)
      await world.projects.pool.query('UPDATE keyword SET updated_at = now() WHERE id = $1', [keywordId])
      return keywordId
    },
  }
  return api
}

/** Makes a person's mail due, and waits until it was looked at. */
export async function mailRound({ database: { pool } }: AdviceWorld, personId: string): Promise<void> {
  await pool.query(
    'UPDATE alert_recipient SET due_at = clock_timestamp() WHERE person_id = $1 AND due_at IS NOT NULL',
    [personId],
  )
  await until('the round of mail', async () => {
    const { rows } = await pool.query(
      'SELECT due_at IS NULL OR due_at > clock_timestamp() AS done FROM alert_recipient WHERE person_id = $1',
      [personId],
    )
    return rows[0]?.done === true
  })
}

/** The person lives where the day is the earliest of all. */
export async function onFirstDay(world: AdviceWorld, { id }: TestMember): Promise<void> {
  await moveTo(world, id, 'Etc/GMT+12')
}

/** The person moves to where it is another day, whatever the hour. */
export async function dayPasses(world: AdviceWorld, personId: string): Promise<void> {
  await moveTo(world, personId, 'Pacific/Kiritimati')
}

async function moveTo({ database: { pool } }: AdviceWorld, personId: string, zone: string): Promise<void> {
  await pool.query('UPDATE person SET time_zone = $2 WHERE id = $1', [personId, zone])
}

/** How many rows there are of a site's alerts, by table. */
export async function storedOf({ database: { pool } }: AdviceWorld, siteId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['alert', 'alert_moment', 'alert_look', 'alert_setting', 'site_letter']) {
    const { rows } = await pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE site_id = $1`, [siteId])
    counts[table] = rows[0].n
  }
  return counts
}
