import { prose } from './prose.ts'

export const host = 'tea.sandbox.example'
export const origin = `https://${host}`

/** A page of the site in its parts, so that a fault changes one of them. */
export type Parts = {
  path: string
  lang: string | null
  title: string
  description: string
  h1: string
  /** The page's own content. */
  text: string
  /** Addresses of pages that it links to from its text. */
  related: string[]
  head: string
  main: string
  hasMenu: boolean
  doctype: string
  charset: string
  canonical: string | null
  social: Record<string, string>
  viewport: string | null
  data: string | null
  headers: Record<string, string>
  delayMs: number
  /** Whether the server compresses it. */
  isPacked: boolean
  /** Changes the page as it is written. */
  finish(html: string): string
}

/** A change of the page at a path. */
export type Change = readonly [path: string, change: Partial<Parts> | ((parts: Parts) => Partial<Parts>)]

/** Changes pages of the site, one after the other. */
export function change(pages: Map<string, Parts>, changes: Iterable<Change>): void {
  for (const [path, difference] of changes) {
    const parts = pages.get(path)
    if (!parts) throw new Error(`no such page: ${path}`)
    pages.set(path, { ...parts, ...(typeof difference === 'function' ? difference(parts) : difference) })
  }
}

export const safeHeaders = {
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
}
const menu = [
  '/',
  '/teas/',
  '/teas/?page=2',
  '/teas/?page=3',
  '/journal/',
  '/journal/?page=2',
  '/guides/',
  '/de/',
  '/id/',
]
const footer = ['/about', '/contact', '/delivery', '/returns', '/imprint']

/** A sound page: no rule has anything to say of it. */
export function soundPage(path: string, seed: number, more: Partial<Parts> = {}): Parts {
  const name = `${prose(seed + 1_000, 2)} ${seed}`
  const url = origin + path
  const parts: Parts = {
    path,
    lang: 'en',
    h1: `All about ${name}`,
    text: prose(seed, 300),
    related: [],
    head: '',
    main: '',
    title: `The tea of ${name}, picked by hand in spring`.slice(0, 58),
    description: `${name} grows in the shade of old trees; ${prose(seed + 2_000, 9)}`.slice(0, 150),
    hasMenu: true,
    doctype: '<!doctype html>',
    charset: '<meta charset="utf-8">',
    canonical: url,
    social: {
      'og:title': name,
      'og:type': 'website',
      'og:image': `${origin}/leaf.png`,
      'og:url': url,
      'twitter:card': 'summary',
    },
    viewport: 'width=device-width, initial-scale=1',
    data: JSON.stringify({ '@context': 'https://schema.org', '@type': 'WebPage', name }),
    headers: safeHeaders,
    delayMs: 0,
    isPacked: true,
    finish: (html) => html,
  }
  return { ...parts, ...more }
}

export const linkTo = (path: string, text = `To ${path}`): string =>
  `<a href="${path.startsWith('/') ? origin + path : path}">${text}</a>`
const meta = (name: string, content: string) =>
  `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${content}">`

export function htmlOf(page: Parts): string {
  const { lang, title, description, h1, text, related, head, main, canonical, viewport, data } = page
  const heads = [
    page.charset,
    title && `<title>${title}</title>`,
    description && meta('description', description),
    viewport === null ? '' : meta('viewport', viewport),
    canonical === null ? '' : `<link rel="canonical" href="${canonical}">`,
    ...Object.entries(page.social).map(([name, content]) => meta(name, content)),
    data === null ? '' : `<script type="application/ld+json">${data}</script>`,
    head,
  ]
  const around = page.hasMenu ? `<nav>${menu.map((to) => linkTo(to)).join(' ')}</nav>` : ''
  const below = page.hasMenu ? `<footer>${footer.map((to) => linkTo(to)).join(' ')}</footer>` : ''
  const html = `${page.doctype}<html${lang === null ? '' : ` lang="${lang}"`}><head>${heads.join('')}</head>
<body>${around}<main><h1>${h1}</h1><p>${text}</p><img src="${origin}/leaf.png" alt="A leaf" width="80" height="60">
<p>${related.map((to) => linkTo(to)).join(' ')}</p>${main}</main>${below}</body></html>`
  return page.finish(html)
}
