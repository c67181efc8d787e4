import { type Attributes, type Context, maxKept, type Openers } from './context.ts'
import { collapsed } from './open-texts.ts'

const longestFragment = 300

/** `pictures`: per open `<picture>`, whether it has an `<img>`. */
export function bodyOpeners({ found, texts, ids, keep, toUrl, ...context }: Context, pictures: boolean[]): Openers {
  const addSrcset = (srcset: string | undefined) => {
    for (const each of srcset === undefined ? [] : srcsetUrls(srcset)) {
      const url = found.candidates.length < maxKept ? toUrl(each) : null
      if (url !== null) found.candidates.push(url)
      context.addResource('image', each)
    }
  }
  return {
    a: (attributes) => {
      const { href, rel = '', name = '', 'aria-label': label, title } = attributes
      if (name !== '') ids.addName(name)
      if (href === undefined && isNoLink(attributes)) return
      found.linkCount++
      if (found.links.length >= maxKept) return
      const written = href?.trim() ?? ''
      texts.begin('a', (text) =>
        keep(found.links, {
          href: written,
          url: href === undefined ? null : toUrl(written),
          fragment: isScripted(attributes) ? '' : fragmentOf(written),
          isNofollow: /\bnofollow\b/i.test(rel),
          isQualified: /\b(nofollow|sponsored|ugc)\b/i.test(rel),
          text: collapsed(text) || collapsed(label ?? title ?? ''),
        }),
      )
    },
    img: ({ src, srcset, alt, width, height, style }) => {
      if (pictures.length > 0) pictures[pictures.length - 1] = true
      if (alt) texts.writeInto('a', ` ${alt}`)
      if (found.images.length >= maxKept) return
      const written = src?.trim() ?? ''
      const hasSize = (width !== undefined && height !== undefined) || /width|aspect-ratio/i.test(style ?? '')
      keep(found.images, { src: written, url: toUrl(written), alt: alt ?? null, hasSize })
      if (src !== undefined) context.addResource('image', src)
      addSrcset(srcset)
    },
    picture: () => void pictures.push(false),
    form: ({ action }) => {
      const url = found.forms.length < maxKept ? context.absolute(action ?? '') : null
      if (url !== null) keep(found.forms, url)
    },
    iframe: ({ src }) => context.addResource('frame', src),
    object: ({ data }) => context.addResource('frame', data),
    video: ({ src }) => context.addResource('media', src),
    audio: ({ src }) => context.addResource('media', src),
    source: ({ src, srcset }) => {
      context.addResource('media', src)
      addSrcset(srcset)
    },
  }
}

function isNoLink({ id, name, role, 'aria-current': current }: Attributes): boolean {
  return [id, name, role, current].some((each) => each !== undefined && each !== '')
}

/** Tabs, menus, dialogs: a script opens the target. */
function isScripted({ role, onclick }: Attributes): boolean {
  return role !== undefined || onclick !== undefined
}

function fragmentOf(href: string): string {
  const at = href.indexOf('#')
  return at === -1 || href.length - at > longestFragment ? '' : href.slice(at + 1)
}

/** Generated lists can be long; a handful of widths matters. */
const maxText = 20_000
const maxCandidates = 20

const gap = /[\s,]*/y
const address = /\S+/y
/** Up to the next comma outside brackets. */
const descriptor = /(?:[^,(]|\([^)]*\)?)*/y

/** By the HTML standard, "parse a srcset attribute". */
export function srcsetUrls(srcset: string): string[] {
  const text = srcset.slice(0, maxText)
  const urls: string[] = []
  let at = 0
  const next = (part: RegExp): string => {
    part.lastIndex = at
    const found = part.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  while (urls.length < maxCandidates) {
    next(gap)
    const written = next(address)
    if (written === '') break
    // A trailing comma ends the candidate.
    const url = written.endsWith(',') ? withoutCommas(written) : written
    if (url === written) next(descriptor)
    urls.push(url)
  }
  return urls
}

function withoutCommas(text: string): string {
  let end = text.length
  while (text[end - 1] === ',') end--
  return text.slice(0, end)
}
