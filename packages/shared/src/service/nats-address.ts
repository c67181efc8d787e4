/** For `nats://[user:password@]host:port`. Only this program may read its replies. */
export function natsOptions(url: string, program: string) {
  const { protocol, host, username, password } = new URL(url)
  const user = username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return { servers: `${protocol}//${host}`, name: program, inboxPrefix: `_INBOX.${program}`, ...user }
}
