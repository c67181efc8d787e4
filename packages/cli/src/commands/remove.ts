import type { Api, Keyword } from '../../../client/src/client.ts'
import { type Command, textOf, type Values } from '../command.ts'
import { isPhrase } from '../keyword-rows.ts'
import { wordOf } from '../numbers.ts'
import type { Column } from '../output/table.ts'
import { findSite } from '../sites.ts'
import { exits, UsageError } from '../world.ts'

type Removed = { keyword: string; restorableUntil: string | null; id: string }

const columns: Column<Removed>[] = [
  { head: 'keyword', value: ({ keyword }) => keyword },
  { head: 'restorable until', value: ({ restorableUntil }) => restorableUntil },
  { head: 'id', value: ({ id }) => id },
]

export const remove: Command = {
  name: 'remove',
  usage: 'SITE PHRASE|ID…',
  says: 'stop tracking keywords; adding them again within 30 days brings them back',
  options: {
    device: { type: 'string', value: 'DEVICE', says: 'of a phrase on both devices, that one' },
    country: { type: 'string', value: 'CC', says: 'of a phrase in several countries, that one' },
  },
  takes: { min: 2, max: 1_001 },
  async run({ api, output, values, given: [siteText, ...texts] }) {
    const client = api()
    const { id } = await findSite(client, siteText)
    const found = await findKeywords(client, id, texts, values)
    const removed: Removed[] = []
    // Written also when a later one is refused.
    try {
      for (const { id: kid, keyword } of found) {
        const { restorableUntil = null } = await client.keywords.delete({ id, kid })
        removed.push({ keyword, restorableUntil, id: kid })
      }
    } finally {
      output.rows(columns, removed)
    }
    return exits.ok
  },
}

/** One keyword for each text. Throws, before anything is done, where a text means none or several. */
export async function findKeywords(api: Api, id: string, texts: readonly string[], values: Values): Promise<Keyword[]> {
  const device = wordOf(values, 'device', ['desktop', 'mobile'])
  const country = textOf(values, 'country')?.toLowerCase()
  const all: Keyword[] = []
  for await (const row of api.keywords.list.each({ id })) all.push(row)
  const found = texts.map((text) => {
    const meant = all.filter(
      (row) =>
        isPhrase(row, text) &&
        (device === undefined || row.device === device) &&
        (country === undefined || row.country === country),
    )
    const [one] = meant
    if (!one) throw new UsageError(`no keyword is ${text}`)
    if (meant.length > 1) throw new UsageError(`${text} is tracked several times: ${meant.map(variantOf).join('; ')}`)
    return one
  })
  return [...new Set(found)]
}

function variantOf({ id, country, language, device, location }: Keyword): string {
  return `${id} (${[country, language, device, location].filter(Boolean).join(', ')})`
}
