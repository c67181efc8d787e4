/** The calls that the document began (`begin.js`): answers by path and body, for the account that the tab had then. */
type Begun = { account: string | null; calls: Map<string, Promise<Response>> }

declare global {
  interface Window {
    begun?: Begun
  }
}

/** A page that opens later reads anew. */
const lastsMs = 30_000

/** The answer to a call that began with the document, once; undefined if none did, or in another account. */
export function takeBegun(path: string, body: string, account: string | null): Promise<Response> | undefined {
  const { begun } = window
  const answer = begun?.calls.get(path + body)
  if (!begun || !answer || performance.now() > lastsMs) return undefined
  begun.calls.delete(path + body)
  // Without a name the service chose the account; the tab has it from the session.
  if (begun.account !== null && begun.account !== account) return undefined
  return answer
}

/** Forgets what began for a person who is not signed in. */
export function forgetBegun(): void {
  delete window.begun
}
