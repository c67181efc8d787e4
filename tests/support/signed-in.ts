import { expect } from 'vitest'
import type { TestSystem } from './system.ts'

/** Posts as a page does, and answers the body. Throws unless the answer is a 200. */
export type Person = (path: string, body: object) => Promise<Record<string, unknown>>

/** The account's owner, as their browser calls. */
export async function signIn({ connection: { appUrl }, owner }: TestSystem): Promise<Person> {
  let cookie = ''
  const post: Person = async (path, body) => {
    const headers = { origin: appUrl, 'content-type': 'application/json', ...(cookie ? { cookie } : {}) }
    const answer = await fetch(appUrl + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    // The session's is the first one.
    const [line] = answer.headers.getSetCookie()
    if (line !== undefined) cookie = line.split(';')[0] ?? ''
    expect([path, answer.status]).toEqual([path, 200])
    return Object(await answer.json())
  }
  await post('/auth/sign-in', owner)
  return post
}
