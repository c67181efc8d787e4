/** Where Google's interface language differs from the BCP 47 tag or its first part. */
const googleLanguages: Readonly<Record<string, string>> = {
  'es-419': 'es-419',
  'es-MX': 'es-419',
  'pt-BR': 'pt-br',
  'pt-PT': 'pt-pt',
  fil: 'tl',
  he: 'iw',
  nb: 'no',
  zh: 'zh-cn',
  'zh-CN': 'zh-cn',
  'zh-HK': 'zh-tw',
  'zh-TW': 'zh-tw',
}

const dataForSeoLanguages: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  zh: 'zh-CN',
  'zh-CN': 'zh-CN',
  'zh-HK': 'zh-TW',
  'zh-TW': 'zh-TW',
}

export function primaryLanguage(tag: string): string {
  return tag.split('-')[0] ?? tag
}

export function googleLanguage(tag: string): string {
  return googleLanguages[tag] ?? primaryLanguage(tag)
}

/** DataForSEO's `language_code`; the country comes from the location. */
export function dataForSeoLanguage(tag: string): string {
  return dataForSeoLanguages[tag] ?? primaryLanguage(tag)
}
