const thisMachine = ['localhost', '127.0.0.1', '[::1]']
/** A domain that its owner writes backwards, such as `com.example.app:` (RFC 8252, section 7.1), or one of the agents' apps that have a bare word. */
const appScheme = /^(?:[a-z]{2,}(?:\.[a-z\d-]+)+|claude|cursor|vscode|vscode-insiders|windsurf):$/

/** Browsers also read `https:host/` and backslashes as a host; other programs read a path. */
const hasHost = /^https?:\/\/[^/\\]/i

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && thisMachine.includes(hostname)
}

function appSchemeOf({ protocol, href }: URL): string | null {
  return appScheme.test(protocol) && href.startsWith(`${protocol}/`) ? protocol : null
}

/** Where an address leads: to a host, or on the person's own machine to an app that opens the scheme, or to any program. */
export function placeOf(address: string): { host: string | null; scheme: string | null } {
  const url = new URL(address)
  const scheme = appSchemeOf(url)
  return { host: isLoopback(url) || scheme !== null ? null : url.host, scheme }
}

/** Whether a code may be sent to an address: over https, or to the person's own machine. An app's is written in one way only. */
export function mayCarryCodes(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password || address.includes('#')) return false
  return (
    (hasHost.test(address) && (url.protocol === 'https:' || isLoopback(url))) ||
    (appSchemeOf(url) !== null && url.href === address)
  )
}

/** Whether an address is one of a client's, to the letter. The port of a program on this machine is free (RFC 8252, section 7.3). */
export function isListed(address: string, listed: readonly string[]): boolean {
  if (listed.includes(address)) return true
  const url = new URL(address)
  return isLoopback(url) && listed.some((each) => URL.canParse(each) && anyPort(new URL(each)) === anyPort(url))
}

function anyPort({ protocol, hostname, pathname, search }: URL): string {
  return `${protocol}//${hostname}${pathname}${search}`
}

/** A client's address with an answer added to its query. */
export function withAnswer(address: string, answer: Record<string, string>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`
}
