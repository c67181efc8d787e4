import type { TestDatabase } from '@rts/local/testing/database'
import { insertPositions } from '@rts/local/testing/positions'
import { until } from '@rts/local/testing/until'
import type { AdviceCard, AdviceDecision, AdviceRuleRow } from '@rts/shared/contract/rows/advice'
import type { FailureKind } from '@rts/shared/failure'
import { type Owners, startOwners } from './owners.ts'
import { startTeamReplica, startTeamWorld, type TestMember } from './team.ts'
import type { World } from './world.ts'

export type AdviceWorld = World & { owners: Owners; projects: TestDatabase; replica: string }

/** The dashboard on two replicas, with every owner of facts; each check fails with `failure`. */
export async function startAdviceWorld({
  failure,
  ...options
}: Parameters<typeof startTeamWorld>[1] & { failure?: FailureKind } = {}): Promise<AdviceWorld> {
  const world = await startTeamWorld({}, options)
  const projects = await world.startProjects({}, failure)
  const owners = await startOwners(world)
  const replica = await startTeamReplica(world)
  const stop = async () => {
    await world.stop()
    await owners.stop()
  }
  return { ...world, owners, projects, replica, stop }
}

/** A site of a member, and what is asked of its advice. */
export async function siteOf(member: TestMember, domain = 'demo.sandbox.example') {
  const { body } = await member.op('sites.create', { body: { name: domain, domain } })
  const id = String(body.project.id)
  const params = { id }
  const update = (decision: string, about: string, by = member) =>
    by.op('advice.update', { params, body: { decision, about } })
  const list = async (): Promise<{ cards: AdviceCard[]; total: number; missing: string[] }> =>
    (await member.op('advice.list', { params })).body
  return {
    id,
    params,
    update,
    list,
    cards: async (rule: AdviceCard['rule']) => (await list()).cards.filter((card) => card.rule === rule),
    log: async (): Promise<AdviceDecision[]> => (await member.op('adviceRules.get', { params })).body.log,
    rule: async (name: AdviceCard['rule']): Promise<AdviceRuleRow> =>
      (await member.op('adviceRules.get', { params })).body.rules.find(({ rule }: AdviceRuleRow) => rule === name),
    let: (rule: string, weeklyCap: number | null, by = member) =>
      by.op('adviceRules.update', { params, body: { rule, weeklyCap } }),
    disavowed: async (): Promise<string[]> => (await member.op('disavow.list', { params, query: {} })).body.domains,
    plans: async (): Promise<{ id: string; q: string; context: string | null }[]> =>
      (await member.op('plans.list', { params, query: {} })).body.plans,
    /** Has the links of the site collected, as their page does. */
    collectLinks: () =>
      until('the links', async () => {
        const answer = await member.op('backlinks.list', { params, query: { days: 365 } })
        return answer.body.status === 'ready' || undefined
      }),
  }
}
export type AdviceSite = Awaited<ReturnType<typeof siteOf>>

type Past = [days: number, position: number, path?: string][]

/** A keyword of a site, with checks that the test writes. */
export async function keywordWith(
  { projects }: Pick<AdviceWorld, 'projects'>,
  member: TestMember,
  { id, params }: AdviceSite,
  phrase: string,
  past: Past,
): Promise<string> {
  const { body } = await member.op('keywords.create', { params, body: { keyword: phrase } })
  const keywordId = String(body.keyword.id)
  for (const [days, position, path = '/'] of past)
    await projects.pool.query(
      `WITH d AS (SELECT id, domain, now() - make_interval(hours => 24 * $3) AS at FROM tracked_domain WHERE site_id = $2 AND kind = 'own'),
         p AS (${insertPositions(`SELECT $1, 0, id, at, $4::int, nullif('https://' || domain || $5, ''), 100, 'test', true FROM d`)})
       INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position, url, source, sandbox)
       SELECT $1, id, at, $4, 'https://' || domain || $5, 'test', true FROM d
       ON CONFLICT (keyword_id, domain_id) DO UPDATE SET checked_at = excluded.checked_at, position = excluded.position, url = excluded.url`,
      [keywordId, id, days, position, path],
    )
  await projects.pool.query('SELECT ranks.find_notable_changes(ARRAY[$1])', [keywordId])
  return keywordId
}
