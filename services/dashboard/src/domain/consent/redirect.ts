const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/** Whether an address leads to a program on the person's own machine. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && thisMachine.includes(hostname)
}

/** Whether a code may be sent to an address: over https, or to a program on the person's own machine. */
export function mayCarryCodes(address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password || address.includes('#')) return false
  return url.protocol === 'https:' || isLoopback(url)
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

/** A client's address with an answer in its query; what stands there already stays as it is. */
export function withAnswer(address: string, answer: Record<string, string>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`
}
