import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdviceWorld, keywordWith, siteOf, startAdviceWorld } from './support/advice.ts'
import { newMember, newOwner } from './support/team.ts'

let world: AdviceWorld
beforeAll(async () => {
  world = await startAdviceWorld()
})
afterAll(() => world.stop())

/** A site whose links are collected: some of them are to be disavowed. */
async function linkedSite() {
  const owner = await newOwner(world, 'growth')
  const site = await siteOf(owner)
  await site.collectLinks()
  const cards = await site.cards('link_to_disavow')
  const [card] = cards
  if (!card) throw new Error('the sandbox has bad links')
  return { owner, site, card, cards, host: card.title.text.split(' ')[0] ?? '' }
}

describe('advice.list', () => {
  it('has cards of every owner’s facts, each with the evidence that it rests on', async () => {
    const { owner, site, card } = await linkedSite()
    const id = await keywordWith(world, owner, site, 'tea', [
      [3, 8],
      [2, 14],
    ])
    const { cards, total, missing } = await site.list()
    expect([total >= 2, missing]).toEqual([true, []])
    expect(cards.find(({ rule }) => rule === 'left_top_10')).toMatchObject({
      title: { key: 'leftTop10', facts: { phrase: 'tea' }, text: '“tea” fell out of the top 10' },
      keywordIds: [id],
      page: 'keywords',
      action: null,
      sandbox: true,
      evidence: [
        { what: { text: 'Before' }, figure: { text: 'position 8' }, url: 'https://demo.sandbox.example/' },
        { what: { text: 'After' }, figure: { text: 'position 14' } },
      ],
    })
    expect(card).toMatchObject({ rule: 'link_to_disavow', action: 'disavow', page: 'backlinks', sandbox: true })
    expect(card.evidence[0]?.figure.text).toContain('spam score')
  })

  it('has near pages once the searches of their phrases are known', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await siteOf(owner)
    await keywordWith(world, owner, site, 'moka pot', [[1, 12, '/moka']])
    expect(await site.cards('near_top_10')).toEqual([])
    await owner.op('planner.list', { params: site.params, query: {} })
    await expect
      .poll(() => site.cards('near_top_10'), { interval: 200 })
      .toMatchObject([{ title: { text: 'Refresh /moka: it is just outside the top 10' }, action: 'plan' }])
  })

  it('collects nothing: figures that were never asked for are absent', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await siteOf(owner, 'fresh.sandbox.example')
    expect(await site.list()).toEqual({ cards: [], total: 0, missing: [] })
    for (const { pool } of [world.owners.researchDatabase, world.owners.contentDatabase]) {
      const { rows } = await pool.query(`SELECT * FROM collects.subject WHERE key LIKE '%fresh%' OR key LIKE $1`, [
        `%${site.id}%`,
      ])
      expect(rows).toEqual([])
    }
    const used = await world.gatewayDatabase.pool.query('SELECT used FROM collect_day WHERE account_id = $1', [
      owner.accountId,
    ])
    expect(used.rows).toEqual([])
  })

  it('shows the other rules’ cards, and names those whose owner is down', async () => {
    const { owner, site } = await linkedSite()
    await keywordWith(world, owner, site, 'tea', [
      [3, 8],
      [2, 14],
    ])
    await world.owners.stopResearch()
    const { cards, missing } = await site.list()
    await world.owners.startResearch()
    const found = cards.map(({ rule }) => rule)
    expect([found.includes('left_top_10'), found.includes('link_to_disavow')]).toEqual([true, false])
    expect(missing.sort()).toEqual(['link_to_disavow', 'near_top_10'])
    expect((await site.list()).missing).toEqual([])
  })

  it('404 for another account’s site, whatever is asked of it', async () => {
    const { site, card } = await linkedSite()
    const other = await newOwner(world)
    const { params } = site
    const body = { rule: 'link_to_disavow', weeklyCap: 1 }
    for (const reply of [
      await other.op('advice.list', { params }),
      await site.update('dismiss', card.id, other),
      await other.op('adviceRules.get', { params }),
      await other.op('adviceRules.update', { params, body }),
    ])
      expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

describe('deciding on a card', () => {
  it('hides it for everybody, whatever was decided, until that is undone', async () => {
    const { owner, site, card } = await linkedSite()
    const member = await newMember(world, owner, 'member', world.replica)
    const ids = async () => (await site.cards('link_to_disavow')).map(({ id }) => id)
    for (const decision of ['dismiss', 'done', 'snooze']) {
      const { decided } = (await site.update(decision, card.id, member)).body
      expect(decided).toMatchObject({ decision, title: card.title, status: 'counts', by: member.email, byRule: false })
      expect(decided.evidence).toEqual(card.evidence)
      expect(await ids()).not.toContain(card.id)
      expect((await site.update('dismiss', card.id)).body.code).toBe('conflict')
      expect((await site.update('undo', decided.id)).body.decided.status).toBe('undone')
      expect(await ids()).toContain(card.id)
    }
    expect((await site.log()).map(({ decision, status }) => [decision, status])).toEqual([
      ['snooze', 'undone'],
      ['done', 'undone'],
      ['dismiss', 'undone'],
    ])
  })

  it('counts once, though several decide at the same time on two replicas', async () => {
    const { owner, site, card } = await linkedSite()
    const elsewhere = await newMember(world, owner, 'admin', world.replica)
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) => site.update('dismiss', card.id, n % 2 ? owner : elsewhere)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await site.log()).toHaveLength(1)
  })

  it('a card that was put off comes back after a week, and can be put off again', async () => {
    const { site, card } = await linkedSite()
    await site.update('snooze', card.id)
    await world.database.pool.query(`UPDATE advice_decision SET until = until - interval '7 days' WHERE site_id = $1`, [
      site.id,
    ])
    expect((await site.cards('link_to_disavow')).map(({ id }) => id)).toContain(card.id)
    expect((await site.update('snooze', card.id)).status).toBe(200)
    expect((await site.log()).map(({ status }) => status)).toEqual(['counts', 'over'])
  })

  it('holds until the fact changes', async () => {
    const owner = await newOwner(world)
    const site = await siteOf(owner)
    await keywordWith(world, owner, site, 'tea', [
      [5, 8],
      [4, 14],
    ])
    const [card] = await site.cards('left_top_10')
    await site.update('dismiss', card?.id ?? '')
    expect(await site.cards('left_top_10')).toEqual([])
    await keywordWith(world, owner, site, 'tea', [
      [2, 9],
      [1, 12],
    ])
    expect(await site.cards('left_top_10')).toMatchObject([
      { id: card?.id, evidence: [{ figure: { text: 'position 9' } }, { figure: { text: 'position 12' } }] },
    ])
  })

  it('409 for a closed card, and for an act on a card without an action; 404 for an unknown decision', async () => {
    const owner = await newOwner(world)
    const site = await siteOf(owner)
    await keywordWith(world, owner, site, 'tea', [
      [3, 8],
      [2, 14],
    ])
    const [card] = await site.cards('left_top_10')
    expect((await site.update('act', card?.id ?? '')).body.code).toBe('conflict')
    expect((await site.update('dismiss', 'unknown')).body.code).toBe('conflict')
    expect((await site.update('undo', 'unknown')).body.code).toBe('not_found')
    expect(await site.log()).toEqual([])
  })
})

describe('doing what a card proposes', () => {
  it('puts the host on the disavow list; undone it is off again, and the card is back', async () => {
    const { site, card, host } = await linkedSite()
    const { decided } = (await site.update('act', card.id)).body
    expect(decided).toMatchObject({
      decision: 'act',
      action: { key: 'disavowed', facts: { domain: host } },
      status: 'counts',
    })
    expect(await site.disavowed()).toEqual([host])
    expect((await site.cards('link_to_disavow')).map(({ id }) => id)).not.toContain(card.id)
    await site.update('undo', decided.id)
    expect(await site.disavowed()).toEqual([])
    expect((await site.cards('link_to_disavow')).map(({ id }) => id)).toContain(card.id)
  })

  it('403 for a member where the list is for managers: nothing is done, and the card stays open', async () => {
    const { owner, site, card } = await linkedSite()
    const member = await newMember(world, owner, 'member')
    expect((await site.update('act', card.id, member)).body.code).toBe('role_required')
    expect([await site.disavowed(), await site.log()]).toEqual([[], []])
    expect((await site.cards('link_to_disavow')).map(({ id }) => id)).toContain(card.id)
  })

  it('puts a refresh into the content plan; undone it is deleted, and a plan that was there already is not', async () => {
    const owner = await newOwner(world, 'growth')
    const site = await siteOf(owner)
    for (const [phrase, path] of [
      ['moka pot', '/moka'],
      ['travel mug', '/mug'],
    ] as const)
      await keywordWith(world, owner, site, phrase, [[1, 12, path]])
    await owner.op('planner.list', { params: site.params, query: {} })
    await expect.poll(() => site.cards('near_top_10'), { interval: 200 }).toHaveLength(2)
    const publishOn = new Date().toISOString().slice(0, 7)
    const own = { q: 'travel mug', publishOn, context: 'Ours, not of Operator.' }
    const post = () => owner.op('plans.create', { params: site.params, body: own })
    await expect.poll(async () => (await post()).body.plan.status, { interval: 200 }).toBe('ready')
    const decisions = []
    for (const card of await site.cards('near_top_10')) decisions.push((await site.update('act', card.id)).body.decided)
    expect(decisions.map(({ action }) => action.text).sort()).toEqual([
      `“moka pot” was put into the content plan for ${publishOn}`,
      `“travel mug” was put into the content plan for ${publishOn}`,
    ])
    const plan = (await site.plans()).find(({ q }) => q === 'moka pot')
    expect(plan?.context).toContain('Refresh of https://demo.sandbox.example/moka')
    for (const { id } of decisions) await site.update('undo', id)
    expect(await site.plans()).toMatchObject([{ q: 'travel mug', context: own.context }])
  })
})

describe('adviceTotals.list', () => {
  /** The totals once no site is being counted. */
  const totalsOf = (owner: Awaited<ReturnType<typeof newOwner>>) =>
    until('the totals', async () => {
      const { body } = await owner.op('adviceTotals.list', {})
      return body.counting === 0 ? body.sites : undefined
    })

  it('counts the cards of every site as the site’s own page does, and anew when one is decided on', async () => {
    const { owner, site, card } = await linkedSite()
    const other = await siteOf(owner, 'other.sandbox.example')
    const byId = (totals: { projectId: string; total: number }[]) =>
      new Map(totals.map((each) => [each.projectId, each.total]))
    const before = await site.list()
    expect([...byId(await totalsOf(owner))].sort()).toEqual(
      [
        [site.id, before.total],
        [other.id, 0],
      ].sort(),
    )
    await site.update('dismiss', card.id)
    const { total } = await site.list()
    expect(total).toBe(before.total - 1)
    expect(byId(await totalsOf(owner)).get(site.id)).toBe(total)
  })

  it('has no site of another account, and none that is deleted', async () => {
    const { owner, site } = await linkedSite()
    await totalsOf(owner)
    expect(await totalsOf(await newOwner(world, 'growth'))).toEqual([])
    await owner.op('sites.delete', { params: site.params })
    expect(await totalsOf(owner)).toEqual([])
  })
})
