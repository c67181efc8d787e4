import { type Deprecation, deprecationInWords } from '../contract/deprecation.ts'
import { operationEntries } from '../contract/table.ts'
import { lines } from './errors-page.ts'

const policy = [
  'The version is in the path: `/http/v1`. Within a version everything that works keeps working: no endpoint and no field disappears, changes its meaning or becomes required. This holds from release 1.0.0, the first release.',
  'These changes may come at any time, and clients must tolerate them: new endpoints, optional parameters, fields and values in answers, headers, error codes and webhook events. Requests with unknown fields are refused, so a misspelt field is noticed.',
  '**Deprecated** endpoints and fields still work and will be removed. The API reference marks them (`deprecated: true`). Answers to their calls have three headers: `Deprecation` (RFC 9745) with the day from which the call is discouraged, `Sunset` (RFC 8594) with the day from which it may be removed, and `Link` with `rel="deprecation"` to this page. For a field they are sent to calls that use it.',
  'At least six months lie between announcement and sunset. Only a security hole, or a data provider that stops, may shorten them.',
  'Breaking changes ship as `/http/v2` beside `/http/v1`, which then stays for at least a year.',
  'The tools of the agent endpoint have no version: assistants read the list each time.',
]

export function versionsText(): string {
  const going = deprecations()
  const now =
    going.length === 0 ? ['**Deprecated now:** nothing.'] : ['**Deprecated now:**', ...going.map((line) => `- ${line}`)]
  return [...policy, ...now].map(lines).join('\n\n')
}

export function versionsPage(): string {
  const head =
    '<!-- Written from packages/shared/src/derive/versions-page.ts by `npm run generate`; never edited by hand. -->'
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
