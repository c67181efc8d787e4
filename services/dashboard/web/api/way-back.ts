const key = 'way-back'
const lifeMs = 3_600_000

/**
 * Remembers the page that a person wanted before they had to sign in, for an hour: also in the tab that the link of a mail opens.
 * It is never part of an address, because it may contain a link's secret.
 */
export function rememberWay(path: string): void {
  localStorage.setItem(key, JSON.stringify({ path, at: Date.now() }))
}

/** The remembered page, once: a path of our own, or the first page. */
export function takeWay(): string {
  const way = peekWay()
  localStorage.removeItem(key)
  return way
}

export function peekWay(): string {
  const { path, at } = Object(parsed(localStorage.getItem(key)))
  return isOwnPath(path) && Date.now() - at < lifeMs ? path : '/'
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('/') && new URL(path, location.origin).origin === location.origin
}
