import type { History } from '../../../client/src/client.ts'
import { type Command, textOf } from '../command.ts'
import { numberOf } from '../numbers.ts'
import { chartOf } from '../output/chart.ts'
import { safe } from '../output/safe.ts'
import { type Style, tinted } from '../output/style.ts'
import type { Column } from '../output/table.ts'
import { rankText } from '../rank-columns.ts'
import { findSite } from '../sites.ts'
import { exits } from '../world.ts'
import { findKeywords } from './remove.ts'

const columns: Column<History>[] = [
  { head: 'checked', value: ({ checkedAt }) => checkedAt },
  {
    head: 'position',
    isRight: true,
    value: ({ position }) => position,
    text: ({ position, depth }) => rankText(position, depth),
  },
  { head: 'url', value: ({ url }) => url },
]
const dayMs = 86_400_000

export const history: Command = {
  name: 'history',
  usage: 'PHRASE|ID',
  says: 'the positions of a keyword over time: a chart in a terminal, else a line for each check',
  options: {
    site: { type: 'string', value: 'SITE', says: 'its site; not needed where the account has one' },
    days: { type: 'string', value: 'N', says: 'so many days back (90)' },
    device: { type: 'string', value: 'DEVICE', says: 'of a phrase on both devices, that one' },
    country: { type: 'string', value: 'CC', says: 'of a phrase in several countries, that one' },
  },
  takes: { min: 1, max: 1 },
  async run({ api, output, values, given: [text = ''] }) {
    const days = numberOf(values, 'days', 1, 3_650) ?? 90
    const client = api()
    const { id, domain } = await findSite(client, textOf(values, 'site'))
    const [keyword] = await findKeywords(client, id, [text], values)
    if (!keyword) return exits.usage
    const from = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
    const { history: rows } = await client.history.list({ id, kid: keyword.id, from })
    const { form, style } = output
    if (form !== 'text' || style.columns === null) {
      output.rows(columns, rows)
      return exits.ok
    }
    const where = [domain, keyword.country, keyword.language, keyword.device, keyword.location].filter(Boolean)
    const head = tinted(safe(`${keyword.keyword} – ${where.join(', ')}`), 'bold', style)
    const chart = rows.length === 0 ? [`no check in ${days} days`] : chartOf(rows, style.columns, style)
    output.lines([head, '', ...chart, ...(rows.length === 0 ? [] : ['', summaryOf(rows, style)])])
    return exits.ok
  },
}

function summaryOf(rows: readonly History[], style: Style): string {
  const found = rows.flatMap(({ position }) => (position > 0 ? [position] : []))
  const last = rows.at(-1)
  const now = last ? rankText(last.position, last.depth) : '-'
  const range = found.length > 0 ? `best ${Math.min(...found)}, worst ${Math.max(...found)}` : 'never found'
  const lost = rows.length - found.length
  return tinted(`now ${now}; ${range}; ${rows.length} checks${lost > 0 ? `, ${lost} not found` : ''}`, 'dim', style)
}
