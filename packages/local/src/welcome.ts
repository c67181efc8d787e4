import path from 'node:path'
import type { Connection } from './system/data-folder.ts'
import type { System } from './system/system.ts'

type Surroundings = { isNew: System['isNew']; folder: string; publicUrl: string | undefined }

/** The text that `npm start` prints once it is ready. Pages are served under `publicUrl` alone, where there is one. */
export function welcome(
  { baseUrl, mcpUrl, appUrl, sandboxUrl, adminUrl, apiKey, demoPerson }: Connection,
  { isNew, folder, publicUrl }: Surroundings,
): string {
  const shown = `(shown at the first start; it is in ${path.join(folder, 'connection.json')})`
  const key = isNew.key ? apiKey : shown
  const person = isNew.person && demoPerson ? `${demoPerson.email}, password ${demoPerson.password}` : shown
  const simulated = sandboxUrl ? `  sandbox      ${sandboxUrl}  (simulates providers without a key)\n` : ''
  return `
Ready.
  server API   ${baseUrl}
  agents       ${mcpUrl}
  dashboard    ${publicUrl || appUrl}  (sign up at /signup)
  admin port   ${adminUrl}  (/readyz, /metrics)
${simulated}  demo key     ${key}
  demo person  ${person}

Try:
  curl -s ${baseUrl}/projects -H "Authorization: Bearer ${isNew.key ? apiKey : '$KEY'}"
`
}
