import type { IncomingMessage } from 'node:http'
import { type ReaderLanguage, readerLanguages } from '@rts/shared/contract/rows/person'
import { cookieValue } from '../sessions/sessions.ts'

const cookieName = 'language'
const yearSeconds = 31_536_000

/** The language that was chosen in a browser, else the first of the browser's own that pages have, else English. */
export function languageOf({ cookie, 'accept-language': accepted }: IncomingMessage['headers']): ReaderLanguage {
  return known(cookieValue(cookie, cookieName) ?? '') ?? preferred(accepted ?? '') ?? 'en'
}

/** Tells a browser the language of its person; the page that lets people choose writes the same cookie. */
export function languageCookie(language: ReaderLanguage): string {
  return `${cookieName}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}

/** Of `id-ID,id;q=0.9,en;q=0.8` the first language that is known, by weight. */
function preferred(accepted: string): ReaderLanguage | undefined {
  const ranges = accepted.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { language: known(tag.split('-')[0] ?? ''), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  return ranges
    .filter(({ language, weight }) => language !== undefined && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)[0]?.language
}

function known(tag: string): ReaderLanguage | undefined {
  return readerLanguages.find((language) => language === tag.toLowerCase())
}
