import type { TestSystem } from './system.ts'

type Page = { headers?: Record<string, string>; body: string }

/** Sets the pages of a host of sandbox.example, which only the file that calls this looks at. */
export async function publish({ connection }: TestSystem, host: string, pages: Record<string, Page>): Promise<void> {
  const answer = await fetch(`${connection.sandboxUrl}/control/sites/${host}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pages }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** The page of an OAuth client that says what it is, at the address that is its id. */
export function clientPage(metadata: { client_id: string }): Record<string, Page> {
  const page = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(metadata) }
  return { [new URL(metadata.client_id).pathname]: page }
}
