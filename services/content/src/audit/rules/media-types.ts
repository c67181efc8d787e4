import type { Finding } from './rule.ts'
import type { Site } from './site.ts'

const page = /^(text\/html|application\/xhtml\+xml)$/
const picture = /^image\//

/** Media types by file ending; servers may convert pictures. */
const types: Readonly<Record<string, RegExp>> = {
  html: page,
  htm: page,
  xhtml: page,
  jpg: picture,
  jpeg: picture,
  png: picture,
  gif: picture,
  webp: picture,
  avif: picture,
  svg: picture,
  ico: picture,
  pdf: /^application\/pdf$/,
  css: /^text\/css$/,
  js: /^(text|application)\/(x-)?javascript$/,
  json: /^application\/([\w.-]+\+)?json$/,
  xml: /^(text|application)\/([\w.-]+\+)?xml$/,
  txt: /^text\/plain$/,
  csv: /^text\/(csv|plain)$/,
  zip: /^application\/(zip|x-zip-compressed)$/,
  mp3: /^audio\//,
  mp4: /^(video|audio)\//,
  webm: /^(video|audio)\//,
}

/** Answers without a media type, or with one that contradicts the file ending. */
export function* wrongMediaTypes({ pages, images }: Site): Generator<Finding> {
  for (const { url, status, mediaType } of pages.values()) {
    const detail = status === 200 ? wrongTypeOf(url, mediaType) : null
    if (detail !== null) yield { url, detail }
  }
  for (const [url, { status, mediaType }] of images) {
    const detail = status === 200 && !pages.has(url) ? wrongTypeOf(url, mediaType) : null
    if (detail !== null) yield { url, detail }
  }
}

function wrongTypeOf(url: string, mediaType: string | null): string | null {
  if (mediaType === null) return null
  if (mediaType === '') return 'no media type'
  // Wiki page names: File:Tea.jpg.
  const ending = /\/[^/:]*\.([a-z\d]{2,5})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  const expected = Object.hasOwn(types, ending) ? types[ending] : undefined
  return expected === undefined || expected.test(mediaType) ? null : mediaType
}
