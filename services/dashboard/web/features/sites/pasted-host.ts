/**
 * The host of a website as people paste it: scheme, `www.`, path and case are dropped. A text that is no website after
 * that stays as it is, for the service to refuse.
 */
export function hostOf(text: string): string {
  const [authority = ''] = text
    .trim()
    .toLowerCase()
    .replace(/^(https?:)?\/\//, '')
    .split(/[/?#\\]/)
  const host = authority.replace(/\.$/, '')
  const bare = host.replace(/^www\./, '')
  // `www.com` is a site itself.
  return bare.includes('.') ? bare : host
}
