/**
 * How a program reaches the broker at `nats://[user:password@]host:port`: the client library takes no credentials from an address.
 * Replies come to subjects of the program's own, so that the broker can keep every other user from listening to them.
 */
export function natsOptions(url: string, program: string) {
  const { protocol, host, username, password } = new URL(url)
  const user = username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return { servers: `${protocol}//${host}`, name: program, inboxPrefix: `_INBOX.${program}`, ...user }
}
