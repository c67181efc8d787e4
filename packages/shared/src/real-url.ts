import { endsInPublicSuffix } from './hosts.ts'

/** A link of Google's may lead to a translated page; deeper nesting is no result of an engine. */
const maxWraps = 3

/** Nearly all addresses are none of these and are not parsed. */
const mayBeWrapped =
  /^(?:\/(?:url|imgres|goto)\?|(?:https?:)?\/\/[^/?#]*(?:google\.|googleusercontent\.com|ampproject\.org|translate\.goog|bing\.com|duckduckgo\.com|yahoo\.com))/i
/** An address without a scheme, as some lists have it; the host decides whether it is one. */
const withoutScheme = /^(?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*)(?=(?::\d{1,5})?(?:[/?#]|$))/u

const google = /^(?:[a-z0-9-]+\.)?google\.(?:com|cat|(?:com?\.)?[a-z]{2})$/

type Wrapper = { host: RegExp; path: RegExp; target(url: URL): string | null }

const wrappers: readonly Wrapper[] = [
  // Pages that Google Search offers in translation, mostly where few are written in the searcher's language.
  { host: /^[^.]+\.translate\.goog$/, path: /^/, target: translatedPage },
  {
    host: /^translate\.google\./,
    path: /^\/(?:translate|translate_c|website)$/,
    target: ({ searchParams }) => withScheme(searchParams.get('u') ?? ''),
  },
  // Google's links: with scripts `url` (beside `sa=t`), without them `q`; a relative one is Google's own.
  { host: google, path: /^\/url$/, target: parameter('url', 'q') },
  { host: google, path: /^\/amp\//, target: pathAfter(/^\/amp\//) },
  // A picture's own page, and Google's copy of a page (`cache:`, an id of Google's, the address, the phrase).
  { host: google, path: /^\/imgres$/, target: parameter('imgrefurl') },
  { host: /^webcache\.googleusercontent\.com$/, path: /^/, target: cachedPage },
  // Pages that Google shows from its AMP cache: documents (c), the same in its viewer (v), in packages (wp).
  {
    host: /^(?:[^.]+\.)?cdn\.ampproject\.org$/,
    path: /^\/(?:c|v|wp)\//,
    target: pathAfter(/^\/(?:c|v|wp)\//),
  },
  { host: /^(?:www|cn)\.bing\.com$/, path: /^\/ck\/a$/, target: bingPage },
  // DuckDuckGo's results for browsers without scripts.
  { host: /^(?:[a-z]+\.)?duckduckgo\.com$/, path: /^\/l\/?$/, target: parameter('uddg') },
  { host: /^(?:[a-z]+\.)*search\.yahoo\.com$/, path: /\/RU=/, target: yahooPage },
  // Since spring 2026: only Google can say where `/goto?url=CAES…` leads.
  { host: google, path: /^\/goto$/, target: () => null },
]

/**
 * The address that a result or citation shows, without the wrapping of search engines, caches and translators. Anything else stays as it
 * is. Never throws.
 */
export function realUrl(url: string): string {
  let real = url
  for (let wraps = 0; wraps < maxWraps && mayBeWrapped.test(real); wraps++) {
    const inner = unwrapped(real)
    if (inner === null) break
    real = inner
  }
  const host = real.startsWith('http') ? undefined : withoutScheme.exec(real)?.[1]
  return host !== undefined && endsInPublicSuffix(host) ? `https://${real.replace(/^\/\//, '')}` : real
}

export function isGoogle(host: string): boolean {
  return host.includes('google.') && google.test(host)
}

/** Whether an address leads on to a page that it does not name: `realUrl` could not open it, and only the engine can. */
export function isSealed(url: string): boolean {
  return mayBeWrapped.test(url) && wrapperOf(parsed(url)) !== undefined
}

/** A scraper may leave `&` as HTML writes it. */
function parsed(text: string): URL | null {
  return URL.parse(text.replaceAll('&amp;', '&'), 'https://www.google.com')
}

function wrapperOf(url: URL | null): Wrapper | undefined {
  return url ? wrappers.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname)) : undefined
}

function unwrapped(text: string): string | null {
  const url = parsed(text)
  const target = url && wrapperOf(url)?.target(url)
  return target && isAddress(target) ? target : null
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.parse(text)?.hostname.includes('.') === true
}

function withScheme(address: string): string | null {
  const whole = /^https?:\/\//i.test(address) ? address : `http://${address}`
  return isAddress(whole) ? whole : null
}

function parameter(...names: string[]): Wrapper['target'] {
  return ({ searchParams }) => names.map((name) => searchParams.get(name) ?? '').find(isAddress) ?? null
}

/** `/…/s/example.com/page`: `s` means https. The fragment and some parameters belong to the viewer. */
function pathAfter(start: RegExp): Wrapper['target'] {
  return ({ pathname, search }) => {
    const rest = pathname.replace(start, '')
    const page = rest.replace(/^s\//, '')
    const scheme = page === rest ? 'http' : 'https'
    return `${scheme}://${page}${withoutParameters(search, /^(?:amp_(?:js|gsa|r|kit)|usqp)/)}`
  }
}

/**
 * A page of `*.translate.goog` (developers.google.com/search/docs/appearance/ad-network-and-translation); `_x_tr_sch` is its own scheme.
 */
function translatedPage({ hostname, pathname, search, searchParams, hash }: URL): string {
  const scheme = searchParams.get('_x_tr_sch') === 'http' ? 'http' : 'https'
  const marks = (searchParams.get('_x_tr_enc') ?? '').split(',')
  const label = (searchParams.get('_x_tr_hp') ?? '') + hostname.slice(0, hostname.indexOf('.'))
  const unmarked = marks.includes('1') ? label.replace(/^1-/, '') : label
  const isPunycode = marks.includes('0') && unmarked.startsWith('0-')
  const name = (isPunycode ? unmarked.slice(2) : unmarked).replace(/\b-\b/g, '.').replaceAll('--', '-')
  const host = isPunycode ? `xn--${name}` : name
  return `${scheme}://${host}${pathname}${withoutParameters(search, /^_x_tr_/)}${hash}`
}

function withoutParameters(search: string, dropped: RegExp): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !dropped.test(pair))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** A result of Bing: `ck/a?…&u=a1` and the address in base64url. */
function bingPage({ searchParams }: URL): string | null {
  const encoded = /^a1(.+)$/.exec(searchParams.get('u') ?? '')?.[1]
  return encoded ? Buffer.from(encoded, 'base64url').toString() : null
}

/** Google's copy of a page: `cache:ID:address phrase`, or without an id. */
function cachedPage({ searchParams }: URL): string | null {
  const [, address = ''] = /^cache:(?:[\w-]{6,20}:)?(\S+)/.exec(searchParams.get('q') ?? '') ?? []
  return withScheme(address)
}

/** A result of Yahoo: a part `RU=` of the path, percent-encoded. */
function yahooPage({ pathname }: URL): string | null {
  const encoded = /\/RU=([^/]+)/.exec(pathname)?.[1]
  try {
    return encoded ? decodeURIComponent(encoded) : null
  } catch {
    return null
  }
}
