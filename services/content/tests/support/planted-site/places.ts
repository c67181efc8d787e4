import { type Parts, soundPage } from './page.ts'

const numbered = (folder: string, count: number) =>
  Array.from({ length: count }, (_, i) => `/${folder}/${String(i).padStart(2, '0')}`)
const oddTeas = [
  '/teas/Oolong',
  '/teas/green_tea',
  '/teas/white%20tea',
  '/teas//puerh',
  `/teas/${'long-'.repeat(20)}jing`,
]

export const teas = [...oddTeas, ...numbered('teas', 20).slice(oddTeas.length)]
export const articles = numbered('journal', 12)
const guides = {
  '/guides/': ['a1', 'a2'],
  a1: ['a2', 'b1', 'b2'],
  a2: ['a1', 'b1', 'b2'],
  b1: ['c1', 'c2'],
  b2: ['c1', 'c2'],
}
const german = ['/de/', '/de/about', '/de/shop', '/de/hidden', '/de/contact']
const indonesian = ['/id/', '/id/about', '/id/tea']

/** The next two of a list, so that each page has more than one link to it. */
const nextTwo = (list: readonly string[], i: number) => [1, 2].map((by) => list[(i + by) % list.length] ?? '')

/** The addresses of the site's sixty pages, each with those that it links to besides menu and footer. */
const places: Record<string, readonly string[]> = {
  '/': ['/teas/', '/journal/'],
  '/teas/': [...teas.slice(0, 8), '/teas/?page=2'],
  '/teas/?page=2': [...teas.slice(8, 16), '/teas/', '/teas/?page=3'],
  '/teas/?page=3': [...teas.slice(16), '/teas/?page=2'],
  '/teas/hidden-leaf': ['/teas/'],
  ...Object.fromEntries(teas.map((path, i) => [path, nextTwo(teas, i)])),
  '/journal/': articles.slice(0, 6),
  '/journal/?page=2': [...articles.slice(6), '/journal/'],
  ...Object.fromEntries(articles.map((path, i) => [path, nextTwo(articles, i)])),
  ...Object.fromEntries(
    Object.entries(guides).map(([from, to]) => [
      from.startsWith('/') ? from : `/guides/${from}`,
      to.map((each) => `/guides/${each}`),
    ]),
  ),
  '/guides/c1': ['/guides/d'],
  '/guides/c2': ['/guides/d'],
  '/guides/d': ['/guides/'],
  ...Object.fromEntries(['/about', '/contact', '/delivery', '/returns', '/imprint'].map((path) => [path, []])),
  ...Object.fromEntries(german.map((path) => [path, german.filter((each) => each !== path)])),
  '/de/contact': ['/de/', '/de/about', '/de/shop', '/de/hidden', '/id/about'],
  ...Object.fromEntries(indonesian.map((path) => [path, [...indonesian, '/de/about'].filter((each) => each !== path)])),
}

/** The sixty pages of the site without a fault. */
export function soundPages(): Map<string, Parts> {
  const pages = Object.entries(places).map(([path, related], i) => {
    const lang = path.startsWith('/de/') ? 'de' : path.startsWith('/id/') ? 'id' : 'en'
    const parts = soundPage(path, i, { related: [...related], lang })
    return [path, path.includes('page=') || path === '/teas/' ? withPagination(parts) : parts] as const
  })
  return new Map(pages)
}

function withPagination(parts: Parts): Parts {
  const [, page] = /page=(\d)$/.exec(parts.path) ?? ['', '1']
  const list = parts.path.split('?')[0]
  const rels = [
    page === '2' ? `<link rel="prev" href="${list}">` : '',
    page === '3' ? `<link rel="prev" href="${list}?page=2">` : '',
    list === '/teas/' && page !== '3' ? `<link rel="next" href="${list}?page=${Number(page) + 1}">` : '',
  ]
  return { ...parts, head: rels.join('') }
}
