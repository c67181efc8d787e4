import { type Command, textOf } from '../command.ts'
import { orderNames, readKeywords, selecting, sorted } from '../keyword-rows.ts'
import { numberOf } from '../numbers.ts'
import { rankColumns, tellingColumns } from '../rank-columns.ts'
import { findSite } from '../sites.ts'
import { exits } from '../world.ts'

export const keywords: Command = {
  name: 'keywords',
  usage: '[SITE]',
  says: 'where the keywords of a site rank',
  options: {
    ...selecting,
    within: { type: 'string', value: 'N', says: 'those at position N or better' },
    moved: { type: 'string', value: 'WAY', says: 'those that moved up, or down, since the check before' },
    sort: { type: 'string', value: 'ORDER', says: `${orderNames.join(', ')}; the other way round: --sort=-change` },
    limit: { type: 'string', value: 'N', says: 'the first N' },
  },
  takes: { min: 0, max: 1 },
  async run({ api, output, values, given }) {
    const limit = numberOf(values, 'limit', 1, 1_000_000)
    const client = api()
    const site = await findSite(client, given[0])
    const rows = sorted(await readKeywords(client, site.id, values), textOf(values, 'sort')).slice(0, limit)
    const columns = rankColumns(output.style)
    output.rows(output.form === 'text' ? tellingColumns(columns, rows) : columns, rows)
    if (site.checksPausedAt !== null) output.note(`The checks of ${site.domain} are paused.`)
    return exits.ok
  },
}
