import { restRow } from '@rts/shared/contract/operation'
import { operationEntries } from '@rts/shared/contract/table'
import { tagOf, tags } from '@rts/shared/derive/openapi-words'
import { code, page, table } from '../markdown.ts'

/** `docs/api/endpoints.md`. */
export function endpointsPage(): string {
  const rows = operationEntries().flatMap(([name, row]) => (row.http ? [{ ...restRow(row), tag: tagOf(name) }] : []))
  return page('Endpoints', 'packages/shared/src/contract', [
    `The server API has ${rows.length} endpoints below \`/http/v1\`. A running system shows each with its fields, errors and an example at
\`/docs\`; programs read \`/docs/openapi.json\`. A *read* works on a used-up day, a *write* does not. *collects*: the call may
start a data refresh ([collected data](collected-data.md)).`,
    ...Object.entries(tags).flatMap(([tag, meaning]) => [
      `## ${tag}`,
      `${meaning}.`,
      table(
        ['endpoint', 'meaning', 'kind'],
        rows
          .filter((row) => row.tag === tag)
          .map(({ http, summary, kind, collects }) => [
            code(`${http?.method} ${http?.path}`),
            summary,
            collects ? `${kind}, collects` : kind,
          ]),
      ),
    ]),
  ])
}
