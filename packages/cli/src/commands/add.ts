import { text as readAll } from 'node:stream/consumers'
import type { Keyword, SkippedLine } from '../../../client/src/client.ts'
import { type Command, textOf } from '../command.ts'
import { wordOf } from '../numbers.ts'
import type { Column } from '../output/table.ts'
import { findSite } from '../sites.ts'
import { exits, UsageError } from '../world.ts'

type Added = { keyword: string; outcome: 'added' | SkippedLine['code']; id: string | null }

const columns: Column<Added>[] = [
  { head: 'keyword', value: ({ keyword }) => keyword },
  {
    head: 'outcome',
    value: ({ outcome }) => outcome,
    tint: ({ outcome }) => (outcome === 'added' ? 'green' : 'yellow'),
  },
  { head: 'id', value: ({ id }) => id },
]

export const add: Command = {
  name: 'add',
  usage: 'SITE PHRASE… | -',
  says: 'track phrases; with - one a line from stdin',
  options: {
    country: { type: 'string', value: 'CC', says: 'where people search; the site’s own by default' },
    language: { type: 'string', value: 'TAG', says: 'in which language; the site’s own by default' },
    device: { type: 'string', value: 'DEVICE', says: 'desktop (the default) or mobile' },
    location: { type: 'string', value: 'CITY', says: 'a city, as Google writes places' },
  },
  takes: { min: 2, max: 10_001 },
  async run({ world, api, output, values, given: [siteText, ...phrases] }) {
    const isPiped = phrases.length === 1 && phrases[0] === '-'
    const device = wordOf(values, 'device', ['desktop', 'mobile'])
    const where = { device, country: textOf(values, 'country'), language: textOf(values, 'language') }
    const client = api()
    const text = isPiped ? await readAll(world.stdin) : phrases.map((phrase) => phrase.replace(/\s+/g, ' ')).join('\n')
    if (text.trim() === '') throw new UsageError('no phrase to add')
    const { id } = await findSite(client, siteText)
    const location = textOf(values, 'location')
    const answer = await client.keywords.createBulk({ id, text, ...where, ...(location && { location }) })
    output.rows(columns, rowsOf(answer.keywords, answer.skippedLines))
    output.note(`${answer.added} added, ${answer.skipped} skipped.`)
    return answer.skippedLines.some(({ code }) => code !== 'duplicate') ? exits.unanswered : exits.ok
  },
}

function rowsOf(keywords: readonly Keyword[], skipped: readonly SkippedLine[]): Added[] {
  return [
    ...keywords.map(({ id, keyword }): Added => ({ keyword, outcome: 'added', id })),
    ...skipped.map(({ keyword, code }): Added => ({ keyword, outcome: code, id: null })),
  ]
}
