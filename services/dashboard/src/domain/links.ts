/** A page that somebody opens with a secret. It is behind the `#`, which no server and no log sees. */
export function linkTo(publicUrl: string, page: 'verify' | 'reset' | 'mail' | 'invite', secret: string): string {
  return `${publicUrl}/${page}#${secret}`
}
