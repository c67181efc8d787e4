import type * as english from '../locale.ts'

export const locale: typeof english.locale = 'id-ID'

export const languageNames: typeof english.languageNames = new Map([
  ['da', 'Denmark'],
  ['fi', 'Finlandia'],
  ['pl', 'Polandia'],
  ['tl', 'Tagalog'],
])

export const document: typeof english.document = {
  language: 'id',
  loading: 'Memuat…',
  needsJavaScript: 'Halaman ini memerlukan JavaScript. API server dan endpoint agen tetap berfungsi tanpanya.',
}
