import type { Site } from '../../../client/src/client.ts'
import type { Command } from '../command.ts'
import type { Column } from '../output/table.ts'
import { exits } from '../world.ts'

const columns: Column<Site>[] = [
  { head: 'domain', value: ({ domain }) => domain },
  { head: 'name', value: ({ name }) => name },
  { head: 'country', value: ({ country }) => country },
  { head: 'language', value: ({ language }) => language },
  { head: 'checks', value: ({ checksPausedAt, frozen }) => (frozen ? 'frozen' : checksPausedAt ? 'paused' : 'on') },
  { head: 'tags', value: ({ tags }) => tags.join(' '), text: ({ tags }) => tags.join(' ') || '-' },
  { head: 'id', value: ({ id }) => id },
]

export const sites: Command = {
  name: 'sites',
  usage: '',
  says: 'the sites of the account',
  options: {},
  takes: { min: 0, max: 0 },
  async run({ api, output }) {
    const rows: Site[] = []
    for await (const site of api().sites.list.each()) rows.push(site)
    output.rows(columns, rows)
    return exits.ok
  },
}
