import { type Deprecation, deprecationInWords } from '../contract/deprecation.ts'
import { operationEntries } from '../contract/table.ts'
import { lines } from './errors-page.ts'

const policy = [
  'The version is in the path: `/http/v1`. Within a version everything that works keeps working: no endpoint and no field disappears, changes its meaning or becomes required.',
  'This holds from release 1.0.0 on, the first one. Trees before it changed within v1: `type` of an error was `urn:rts:problem:CODE`, `errors[].code` had values of its own for what is `invalid` now, the address of a check that can never be fetched was `fetch_failed` and is `invalid_input`, and HEAD was 405.',
  'These may come at any time, and a client has to bear them: new endpoints, new optional parameters, new fields and new values in answers, new headers, new codes of errors, new events of webhooks. Unknown fields in a request are refused, so that a misspelt one is noticed.',
  '**Deprecated** is what still works and will go. The API reference marks it (`deprecated: true`), and the answers to its calls say so in their head: `Deprecation` (RFC 9745) with the day from which it is discouraged, `Sunset` (RFC 8594) with the day from which it may be removed, and `Link` with `rel="deprecation"` to this page. A field is announced so to the calls that name it in their query or body.',
  'Between the announcement and the sunset lie six months at least. Only a hole in security, or a provider of data who ends, may shorten them.',
  'A change that old clients cannot bear comes as `/http/v2` beside `/http/v1`, which then stays for a year at least.',
  'The tools of the agent endpoint have no version: assistants read their list anew each time.',
]

export function versionsText(): string {
  const going = deprecations()
  const now =
    going.length === 0 ? ['**Deprecated now:** nothing.'] : ['**Deprecated now:**', ...going.map((line) => `- ${line}`)]
  return [...policy, ...now].map(lines).join('\n\n')
}

export function versionsPage(): string {
  const head =
    '<!-- Written from packages/shared/src/derive/versions-page.ts by `npm run openapi`; never edited by hand. -->'
  return `# Versions and deprecations\n\n${head}\n\n${versionsText()}\n`
}

function deprecations(): string[] {
  return operationEntries().flatMap(([, { http, deprecated, deprecatedFields = {} }]) => {
    if (!http) return []
    const call = `\`${http.method} ${http.path}\``
    const fields = Object.entries<Deprecation>(deprecatedFields)
    return [
      ...(deprecated ? [deprecationInWords(call, deprecated)] : []),
      ...fields.map(([field, one]) => deprecationInWords(`\`${field}\` of ${call}`, one)),
    ]
  })
}
