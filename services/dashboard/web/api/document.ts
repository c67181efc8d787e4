import type { PageFacts } from '../../src/http/page-route.ts'
import type { languages } from '../../texts/languages.ts'

export function readFacts(): PageFacts {
  // safe because the server writes this element into every document
  return JSON.parse(document.getElementById('facts')?.textContent ?? 'null') as PageFacts
}

type Language = keyof typeof languages

const yearSeconds = 31_536_000

/** The language of this page: the server has chosen the document and its code by it. */
export function shownLanguage(): Language {
  return document.documentElement.lang === 'id' ? 'id' : 'en'
}

/** Shows this page and all later ones in a language. The cookie tells the server; it outlives a session. */
export function showIn(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `language=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
  location.reload()
}
