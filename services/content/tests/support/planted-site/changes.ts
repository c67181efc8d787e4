import { type Change, origin, type Parts } from './page.ts'
import { articles, teas } from './places.ts'

/** The codes that a change brings at its page. */
export type Fault = readonly [codes: string, ...Change]

export const tea = (i: number) => teas[i] ?? ''
export const article = (i: number) => articles[i] ?? ''
export const head = (html: string) => (parts: Parts) => ({ head: parts.head + html })
export const main = (html: string) => (parts: Parts) => ({ main: parts.main + html })
export const finish = (change: Parts['finish']) => () => ({ finish: change })
export const robots = (content: string) => head(`<meta name="robots" content="${content}">`)
export const abroad = (url: string, rel = ' rel="nofollow"') => main(`<a${rel} href="${url}">Elsewhere</a>`)
/** The preview names the same address, which is a fault of its own otherwise. */
export const canonical = (url: string) => (parts: Parts) => ({
  canonical: url,
  social: { ...parts.social, 'og:url': url },
})
export const social = (name: string, content?: string) => (parts: Parts) => {
  const { [name]: _old, ...others } = parts.social
  return { social: content === undefined ? others : { ...others, [name]: content } }
}
export const alternates = (versions: Record<string, string>) =>
  head(
    Object.entries(versions)
      .map(
        ([lang, to]) =>
          `<link rel="alternate" hreflang="${lang}" href="${to.startsWith('.') ? to.slice(1) : origin + to}">`,
      )
      .join(''),
  )
