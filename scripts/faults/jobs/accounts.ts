import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import type { World } from '../world.ts'
import { newPerson } from './buying.ts'
import { type Job, jobMs, newSite, newWord, numberOf, type Query, send, untilCounted } from './job.ts'

const importedLines = 300
const addedPerWeek = 3
const isChecked = `SELECT count(*) FROM keyword WHERE site_id = $1 AND last_check_status = 'ok'`

/** Keywords of another rank tracker with their last positions. */
const importing: Job = {
  name: 'import',
  phases: ['called', 'storing'],
  async prepare(world) {
    const { id: accountId, rest } = await world.newAccount('growth')
    const word = newWord()
    await rest('GET', '/projects')
    const day = new Date(Date.now() - 86_400_000).toISOString()
    const line = (i: number) =>
      `${i}, ${word} ${i}, ${(i % 90) + 1}, https://${word}.example/, United States, -, desktop, ${day}, ${day}, `
    const lines = Array.from({ length: importedLines }, (_, i) => line(i))
    const text = ['ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags', ...lines].join('\n')
    const body = { from: 'serpbear', accountId, domain: `${word}.example`, text, language: 'en' } as const
    const keywords = 'FROM keyword k JOIN site s ON s.id = k.site_id'
    const ranks = `${keywords} JOIN ranks.rank r ON r.keyword = k.seq JOIN ranks.source c ON c.id = r.source AND c.name = 'serpbear'`
    const ofAccount = (from: string): Query => [
      'projects',
      `SELECT count(*) ${from} WHERE s.account_id = $1`,
      accountId,
    ]
    return {
      call: async () => ({ status: 200, body: await world.operator.call('keywords.import', { body }) }),
      stores: ['projects', 'SELECT FROM account WHERE id = $1', accountId],
      end: async () => [
        ['sites', ofAccount('FROM site s'), 1],
        ['keywords', ofAccount(keywords), importedLines],
        ['their positions', ofAccount(ranks), importedLines],
      ],
    }
  },
}

/** Keywords that are added without a person; projects tracks them. */
const autoAdd: Job = {
  name: 'Auto-add',
  phases: ['called', 'storing'],
  async prepare(world) {
    const { accountId, op } = await newPerson(world)
    await world.operator.call('accounts.update', { params: { accountId }, body: { plan: 'growth' } })
    const word = newWord()
    const questions = Array.from({ length: 6 }, (_, i) => `is ${word} number${i} good`)
    const keyword = `${word} beans`
    await world.outside.send('PUT', '/control/serp', { keyword, organic: [`https://${word}.example/`], questions })
    const made = await send(() => op('sites.create', { body: { name: word, domain: `${word}.example` } }))()
    const id = String(at(made, 'project', 'id'))
    await send(() => op('keywords.create', { params: { id }, body: { keyword } }))()
    await untilCounted('the check', world, ['projects', isChecked, id])
    await send(() => op('autoAdd.update', { params: { id }, body: { mode: 'add', perWeek: addedPerWeek } }))()
    const run = () => op('autoAdd.run', { params: { id } })
    const tracked = 'SELECT count(*) FROM keyword WHERE site_id = $1 AND phrase <> $2 AND deleted_at IS NULL'
    const states = () => world.rows('research', 'SELECT phrase, state FROM auto_add.proposal WHERE site_id = $1', id)
    const added = async () => (await states()).filter(({ state }) => state === 'added').length
    return {
      call: run,
      stores: ['projects', 'SELECT FROM account WHERE id = $1', accountId],
      async end() {
        const isOver = async () => (await states()).every(({ state }) => state === 'open' || state === 'added')
        await until('no addition to be under way', isOver, jobMs, 500)
        // A refusal leaves them proposed: the person runs it again.
        if ((await added()) === 0) await send(run)()
        const phrases = (await states()).map(({ phrase }) => phrase)
        return [
          ['added proposals', await added(), addedPerWeek],
          ['their keywords', ['projects', tracked, id, keyword], await added()],
          // A repeat may propose questions of the keywords that were added meanwhile.
          ['proposals of different phrases', new Set(phrases).size, phrases.length],
        ]
      },
    }
  },
}

/** The end of an account that has a site with keywords, positions, prompts, an audit and an article. */
const closing: Job = {
  name: 'closing of an account',
  phases: ['called', 'storing'],
  async prepare(world) {
    const { id, email, rest, word, site } = await newSite(world)
    const own = `/projects/${site}`
    await rest('POST', `${own}/keywords`, { keyword: word })
    await rest('POST', `${own}/ai-prompts`, { prompt: `What is ${word}?` })
    await rest('POST', `${own}/articles`, { keyword: word })
    await rest('GET', `${own}/planner`)
    const runs = 'SELECT count(*) FROM ai.run r JOIN ai.prompt p ON p.id = r.prompt_id WHERE p.site_id = $1'
    await untilCounted('answers', world, ['research', runs, site])
    await untilCounted('the check', world, ['projects', isChecked, site])
    const close = { params: { accountId: id }, body: { confirm: email } }
    return {
      call: async () => ({ status: 200, body: await world.operator.call('accounts.close', close) }),
      stores: ['research', 'SELECT FROM ai.prompt WHERE site_id = $1', site],
      async end() {
        let left: string[] = []
        const isGone = async () => {
          left = await leftOf(world, [id, site, `a:${id}`, `s:${site}`])
          return left.length === 0
        }
        await until(() => `nothing to be left: ${left.join()}`, isGone, jobMs, 1_000)
        return []
      },
    }
  },
}

/** A closed account keeps its accounting, and that it was. */
const kept = new Set(
  `account api_key allowance_day audit_entry collect_day collect_token book month site
   billing_order receipt credit_entry subscription`.split(/\s+/),
)
const owners = ['account_id', 'site_id', 'payer', 'scope']

/** The tables of every database that have rows of these owners. */
async function leftOf(world: World, of: readonly string[]): Promise<string[]> {
  const found = world.databases.map(async (service) => {
    const columns = await world.rows(
      service,
      `SELECT c.table_schema AS schema, c.table_name AS name, c.column_name AS owner FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.column_name = ANY($1) AND t.table_type = 'BASE TABLE' AND c.data_type = 'text'`,
      owners,
    )
    const counts = columns.map(async ({ schema, name, owner }) => {
      if (kept.has(String(name))) return []
      const sql = `SELECT count(*) FROM "${schema}"."${name}" WHERE "${owner}" = ANY($1)`
      const n = await numberOf(world, [service, sql, of])
      return n > 0 ? [`${n} of ${service} ${schema}.${name}`] : []
    })
    return (await Promise.all(counts)).flat()
  })
  return (await Promise.all(found)).flat()
}

/** Jobs about an account's own data. */
export const ofAccounts: readonly Job[] = [closing, autoAdd, importing]
