/**
 * The options to reach the broker at `nats://[user:password@]host:port`: the client library reads no credentials from an address.
 * Replies use subjects of the program's own, so that the broker can keep other users from reading them.
 */
export function natsOptions(url: string, program: string) {
  const { protocol, host, username, password } = new URL(url)
  const user = username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return { servers: `${protocol}//${host}`, name: program, inboxPrefix: `_INBOX.${program}`, ...user }
}
