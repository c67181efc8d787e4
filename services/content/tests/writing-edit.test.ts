import { until } from '@rts/local/testing/until'
import type { OperationInput } from '@rts/shared/contract/operation'
import type { OperationName, Operations } from '@rts/shared/contract/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const thisYear = new Date().getUTCFullYear()
const month = (n: number) => `${thisYear + 1}-${String(n).padStart(2, '0')}`

async function newSite() {
  const client = await world.newClient('growth')
  const id = await client.site('shop.example.com')
  const caller = { kind: 'person', accountId: client.accountId } as const
  const person = <N extends OperationName>(name: N, input: OperationInput<Operations[N]>, more: object = {}) =>
    world.callAs(name, input, { ...caller, ...more })
  const article = (keyword: string) =>
    until('the article', async () => {
      const made = await person('articles.create', { params: { id }, body: { keyword } })
      return made.article.status === 'ready' ? made.article : false
    })
  const plan = (q: string, publishOn = month(1)) =>
    until('the plan', async () => {
      const made = await person('plans.create', { params: { id }, body: { q, publishOn } })
      return made.plan.status === 'ready' ? made.plan : false
    })
  return { id, client, person, article, plan }
}
const conflict = { code: 'conflict' }
const notFound = { code: 'not_found' }

describe('articles of a site', () => {
  it('are listed without their texts, the latest first, page by page', async () => {
    const { id, person, article } = await newSite()
    for (const keyword of ['one', 'two', 'three']) await article(keyword)
    const page = (query: { limit?: number; cursor?: string }) => person('articles.list', { params: { id }, query })
    const first = await page({ limit: 2 })
    expect([first.total, first.articles.map(({ keyword }) => keyword)]).toEqual([3, ['three', 'two']])
    expect(first.articles[0]).not.toHaveProperty('markdown')
    const rest = await page({ limit: 2, cursor: first.nextCursor ?? '' })
    expect([rest.nextCursor, rest.articles.map(({ keyword }) => keyword)]).toEqual([null, ['one']])
    const otherList = Buffer.from('plans:1').toString('base64url')
    await expect(page({ cursor: otherList })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('are changed only from the latest version; a second editor gets a conflict', async () => {
    const { id, person, article } = await newSite()
    const { id: articleId, version } = await article('tea')
    const update = (body: object) =>
      person('articles.update', { params: { id, articleId }, body: { version, ...body } })
    const { article: changed } = await update({ title: 'Tea', markdown: 'See [x](https://other.example/) <b>now</b>' })
    expect(changed).toMatchObject({ title: 'Tea', version: version + 1, wordCount: 5, keyword: 'tea' })
    expect(changed.markdown).toBe('See [x](https://other.example/) &lt;b>now&lt;/b>')
    await expect(update({ title: 'Mine' })).rejects.toMatchObject(conflict)
    expect((await person('articles.get', { params: { id, articleId } })).article).toEqual(changed)
  })

  it('of two editors at once one gets a conflict', async () => {
    const { id, person, article } = await newSite()
    const { id: articleId, version } = await article('tea')
    const edits = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((title) =>
        person('articles.update', { params: { id, articleId }, body: { version, title } }),
      ),
    )
    expect(edits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('cannot become one that the site has', async () => {
    const { id, person, article } = await newSite()
    await article('tea')
    const { id: articleId, version } = await article('coffee')
    const rename = (keyword: string) =>
      person('articles.update', { params: { id, articleId }, body: { version, keyword } })
    await expect(rename(' TEA ')).rejects.toMatchObject(conflict)
    expect((await rename('mate')).article).toMatchObject({ keyword: 'mate', version: version + 1 })
  })

  it('are deleted with their run, and can be written anew', async () => {
    const { id, person, article } = await newSite()
    const { id: articleId } = await article('tea')
    expect(await person('articles.delete', { params: { id, articleId } })).toEqual({ ok: true })
    await expect(person('articles.delete', { params: { id, articleId } })).rejects.toMatchObject(notFound)
    const left = await world.database.pool.query('SELECT 1 FROM collects.reading WHERE scope = $1', [`s:${id}`])
    expect(left.rowCount).toBe(0)
    expect((await article('tea')).id).not.toBe(articleId)
  })

  it('that are not written yet cannot be changed', async () => {
    const { id, person, article } = await newSite()
    const { id: articleId } = await article('tea')
    await world.database.pool.query('UPDATE writing.article SET written_at = NULL, version = 1 WHERE id = $1', [
      articleId,
    ])
    const edit = person('articles.update', { params: { id, articleId }, body: { version: 1, title: 'x' } })
    await expect(edit).rejects.toMatchObject(conflict)
  })

  it('are not found by another account, by another site or by a limited key', async () => {
    const mine = await newSite()
    const other = await newSite()
    const { id: articleId, version } = await mine.article('tea')
    for (const [{ person, id }, more] of [
      [other, {}],
      [{ ...other, id: mine.id }, {}],
      [mine, { siteIds: [other.id] }],
    ] as const) {
      const params = { id, articleId }
      await expect(person('articles.get', { params }, more)).rejects.toMatchObject(notFound)
      await expect(person('articles.delete', { params }, more)).rejects.toMatchObject(notFound)
      const body = { version, title: 'x' }
      await expect(person('articles.update', { params, body }, more)).rejects.toMatchObject(notFound)
    }
    await expect(other.person('articles.list', { params: { id: mine.id }, query: {} })).rejects.toMatchObject(notFound)
    await expect(
      mine.person('articles.get', { params: { id: mine.id, articleId } }, { kind: 'account' }),
    ).rejects.toMatchObject(notFound)
  })
})

describe('plans of a site', () => {
  it('are listed by month, page by page', async () => {
    const { id, person, plan } = await newSite()
    await plan('tea', month(3))
    await plan('coffee', month(1))
    await plan('mate', month(3))
    const page = (query: { limit?: number; cursor?: string }) => person('plans.list', { params: { id }, query })
    const first = await page({ limit: 2 })
    expect([first.total, first.plans.map(({ q }) => q)]).toEqual([3, ['coffee', 'tea']])
    const rest = await page({ limit: 2, cursor: first.nextCursor ?? '' })
    expect([rest.nextCursor, rest.plans.map(({ q }) => q)]).toEqual([null, ['mate']])
  })

  it('are changed only from the latest version, whole or in part', async () => {
    const { id, person, plan } = await newSite()
    const { id: planId, version } = await plan('tea')
    const update = (body: object) => person('plans.update', { params: { id, planId }, body: { version, ...body } })
    const outline = [{ heading: 'Leaves', level: 2, points: ['Green', 'Black'] }]
    const { plan: changed } = await update({ outline, context: 'We sell tea', publishOn: month(5) })
    expect(changed).toMatchObject({
      outline,
      context: 'We sell tea',
      publishOn: month(5),
      q: 'tea',
      version: version + 1,
    })
    await expect(update({ title: 'Mine' })).rejects.toMatchObject(conflict)
    const emptied = await person('plans.update', {
      params: { id, planId },
      body: { version: version + 1, context: null, keywords: [] },
    })
    expect(emptied.plan).toMatchObject({ context: null, keywords: [], outline })
  })

  it('cannot become one that the site has, nor move out of the months that are open', async () => {
    const { id, person, plan } = await newSite()
    await plan('tea', month(2))
    const { id: planId, version } = await plan('tea', month(1))
    const move = (publishOn: string) => person('plans.update', { params: { id, planId }, body: { version, publishOn } })
    await expect(move(month(2))).rejects.toMatchObject(conflict)
    await expect(move('2020-01')).rejects.toMatchObject({
      code: 'invalid_input',
      facts: { errors: [{ field: 'publishOn' }] },
    })
  })

  it('are deleted; the article about the topic stays', async () => {
    const { id, person, plan, article } = await newSite()
    const { id: planId } = await plan('tea')
    const { id: articleId, planId: linked } = await article('tea')
    expect(linked).toBe(planId)
    await person('plans.delete', { params: { id, planId } })
    expect((await person('articles.get', { params: { id, articleId } })).article.planId).toBe(null)
    await expect(person('plans.delete', { params: { id, planId } })).rejects.toMatchObject(notFound)
  })

  it('are not found by another account', async () => {
    const mine = await newSite()
    const other = await newSite()
    const { id: planId, version } = await mine.plan('tea')
    for (const { person, id } of [other, { ...other, id: mine.id }]) {
      const params = { id, planId }
      await expect(person('plans.delete', { params })).rejects.toMatchObject(notFound)
      await expect(person('plans.update', { params, body: { version, title: 'x' } })).rejects.toMatchObject(notFound)
    }
    await expect(other.person('plans.list', { params: { id: mine.id }, query: {} })).rejects.toMatchObject(notFound)
  })
})
