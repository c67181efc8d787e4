import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { type Count, jobMs, type Query, untilCounted } from '../verdict.ts'
import type { World } from '../world.ts'
import { answersOfSite, checkedOfSite } from './asking.ts'
import { newPerson } from './buying.ts'
import { type Job, jobOf, newSite, newWord, send } from './job.ts'

const importedLines = 300
const addedPerWeek = 3

/** Keywords of another rank tracker with their last positions. */
const importing = jobOf({
  name: 'import',
  async prepare(world) {
    const { id: accountId, rest } = await world.newAccount()
    const word = newWord()
    await rest('GET', '/projects')
    const day = new Date(Date.now() - 86_400_000).toISOString()
    const line = (i: number) =>
      `${i}, ${word} ${i}, ${(i % 90) + 1}, https://${word}.example/, United States, -, desktop, ${day}, ${day}, `
    const lines = Array.from({ length: importedLines }, (_, i) => line(i))
    const text = ['ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags', ...lines].join('\n')
    const body = { from: 'serpbear', accountId, domain: `${word}.example`, text, language: 'en' } as const
    return { world, accountId, body }
  },
  call: async ({ world, body }) => ({ status: 200, body: await world.operator.call('keywords.import', { body }) }),
  stores: ({ accountId }) => ['projects', 'SELECT FROM account WHERE id = $1', accountId],
  end({ accountId }) {
    const counted = (from: string): Query => [
      'projects',
      `SELECT count(*) FROM site s ${from} WHERE s.account_id = $1`,
      accountId,
    ]
    const keywords = 'JOIN keyword k ON k.site_id = s.id'
    const ranks = `${keywords} JOIN ranks.rank r ON r.keyword = k.seq JOIN ranks.source c ON c.id = r.source AND c.name = 'serpbear'`
    return [
      ['sites', counted(''), 1],
      ['keywords', counted(keywords), importedLines],
      ['their positions', counted(ranks), importedLines],
    ]
  },
})

/** Keywords that are added without a person; projects tracks them. */
const autoAdd = jobOf({
  name: 'Auto-add',
  async prepare(world) {
    const { accountId, op } = await newPerson(world)
    await world.operator.call('accounts.update', { params: { accountId }, body: { plan: 'growth' } })
    const word = newWord()
    const questions = Array.from({ length: 6 }, (_, i) => `is ${word} number${i} good`)
    const keyword = `${word} beans`
    await world.outside.send('PUT', '/control/serp', { keyword, organic: [`https://${word}.example/`], questions })
    const made = await send(() => op('sites.create', { body: { name: word, domain: `${word}.example` } }))()
    const params = { id: String(at(made, 'project', 'id')) }
    await send(() => op('keywords.create', { params, body: { keyword } }))()
    await untilCounted('the check', world, ['projects', checkedOfSite, params.id])
    await send(() => op('autoAdd.update', { params, body: { mode: 'add', perWeek: addedPerWeek } }))()
    return { world, accountId, id: params.id, keyword, run: () => op('autoAdd.run', { params }) }
  },
  call: ({ run }) => run(),
  stores: ({ accountId }) => ['projects', 'SELECT FROM account WHERE id = $1', accountId],
  async end({ world, id, keyword, run }) {
    const proposals = (which: string): Query => [
      'research',
      `SELECT count(*) FROM auto_add.proposal WHERE site_id = $1 ${which}`,
      id,
    ]
    const added = proposals(`AND state = 'added'`)
    const isOver = async () => (await world.count(...proposals(`AND state NOT IN ('open', 'added')`))) === 0
    await until('no addition to be under way', isOver, jobMs, 500)
    // A refusal leaves them proposed: the person runs it again.
    if ((await world.count(...added)) === 0) await send(run)()
    const tracked = 'SELECT count(*) FROM keyword WHERE site_id = $1 AND phrase <> $2 AND deleted_at IS NULL'
    const repeated = 'GROUP BY phrase HAVING count(*) > 1'
    return [
      ['added proposals', added, addedPerWeek],
      ['their keywords', ['projects', tracked, id, keyword], addedPerWeek],
      // A repeat may propose questions of the keywords that were added meanwhile.
      ['phrases that are proposed twice', proposals(repeated), 0],
    ]
  },
})

/** The end of an account that has a site with keywords, positions, prompts, an audit and an article. */
const closing = jobOf({
  name: 'closing of an account',
  async prepare(world) {
    const own = await newSite(world)
    const at = `/projects/${own.site}`
    await own.rest('POST', `${at}/keywords`, { keyword: own.word })
    await own.rest('POST', `${at}/ai-prompts`, { prompt: `What is ${own.word}?` })
    await own.rest('POST', `${at}/articles`, { keyword: own.word })
    await own.rest('GET', `${at}/planner`)
    await untilCounted('answers', world, ['research', answersOfSite, own.site])
    await untilCounted('the check', world, ['projects', checkedOfSite, own.site])
    return own
  },
  async call({ world, accountId, email }) {
    const close = { params: { accountId }, body: { confirm: email } }
    return { status: 200, body: await world.operator.call('accounts.close', close) }
  },
  stores: ({ site }) => ['research', 'SELECT FROM ai.prompt WHERE site_id = $1', site],
  end: ({ world, accountId, site }) => leftOf(world, [accountId, site, `a:${accountId}`, `s:${site}`]),
})

/** A closed account keeps its accounting, and that it was. */
const kept = new Set(
  `account api_key allowance_day audit_entry collect_day collect_token book month site
   billing_order receipt credit_entry subscription`.split(/\s+/),
)
/** The columns that name the owner of a row. */
const ownerColumns = `SELECT c.table_schema AS schema, c.table_name AS name, c.column_name AS owner
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.column_name IN ('account_id', 'site_id', 'payer', 'scope') AND t.table_type = 'BASE TABLE' AND c.data_type = 'text'`

/** The rows of these owners in every table of every database. */
async function leftOf(world: World, owners: readonly string[]): Promise<Count[]> {
  const found = world.databases.map(async (service) => {
    const columns = await world.rows(service, ownerColumns)
    return columns.flatMap(({ schema, name, owner }): Count[] => {
      const rows = `SELECT count(*) FROM "${schema}"."${name}" WHERE "${owner}" = ANY($1)`
      return kept.has(String(name)) ? [] : [[`rows of ${service} ${schema}.${name}`, [service, rows, owners], 0]]
    })
  })
  return (await Promise.all(found)).flat()
}

/** Jobs about an account's own data. */
export const ofAccounts: readonly Job[] = [closing, autoAdd, importing]
