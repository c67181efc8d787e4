import { declareVariables } from '@rts/shared/config'
import { addressVariable, secretVariable } from '../config.ts'
import { dataForSeoLanguage } from '../languages.ts'
import { countryLocationCode } from '../locations.ts'

export const dataForSeo = 'dataforseo'

export const dataForSeoVariables = declareVariables('DataForSEO', {
  DATAFORSEO_LOGIN: secretVariable('DATAFORSEO_LOGIN', 'needed by `dataforseo`'),
  DATAFORSEO_PASSWORD: secretVariable('DATAFORSEO_LOGIN', 'needed by `dataforseo`'),
  DATAFORSEO_BASE_URL: addressVariable('DATAFORSEO_LOGIN', 'https://api.dataforseo.com', 'dataforseo'),
})

export type DataForSeoAccess = {
  DATAFORSEO_LOGIN?: string | undefined
  DATAFORSEO_PASSWORD?: string | undefined
  DATAFORSEO_BASE_URL: string
}

export function basicAuthorization(config: Omit<DataForSeoAccess, 'DATAFORSEO_BASE_URL'>): Record<string, string> {
  const pair = `${config.DATAFORSEO_LOGIN ?? ''}:${config.DATAFORSEO_PASSWORD ?? ''}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** Null for a country without a location code. */
export function dataForSeoLocale(country: string, language: string) {
  const location = countryLocationCode(country)
  return location === null ? null : { location_code: location, language_code: dataForSeoLanguage(language) }
}

/** DataForSEO decodes `%xx` and reads `+` as a space (its reference, field `keyword`). */
export function writtenPhrase(phrase: string): string {
  return phrase.replaceAll('%', '%25').replaceAll('+', '%2B')
}
