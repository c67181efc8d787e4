/** For `nats://[user:password@]host:port`; by `tls://` the server must prove its name. Only this program may read its replies. */
export function natsOptions(url: string, program: string) {
  const { protocol, host, username, password } = new URL(url)
  const user = username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const tls = protocol === 'tls:' ? { tls: {} } : {}
  return { servers: `nats://${host}`, name: program, inboxPrefix: `_INBOX.${program}`, ...user, ...tls }
}
