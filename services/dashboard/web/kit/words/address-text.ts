import { dayText } from './time-text.ts'

const addresses = /https?:\/\/[^\s;,"”)]+/g
const days = /\b\d{4}-\d{2}-\d{2}\b/g

/** An address as people read it: without scheme, `www.` and the last slash, its signs decoded. */
export function addressText(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  return `${parsed.host.replace(/^www\./, '')}${decoded(parsed.pathname)}${parsed.search}`.replace(/\/$/, '')
}

/** A sentence of the service as people read it: `2026-11-20` as 20 Nov 2026, addresses of the site as their paths. */
export function readable(sentence: string): string {
  return sentence
    .replace(addresses, (url) => decoded(URL.parse(url)?.pathname ?? url))
    .replace(days, (day) => dayText(Date.parse(day)))
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
