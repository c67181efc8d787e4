import type { sandboxVariables } from '@rts/outside/config'
import type { ProviderHttp } from '@rts/outside/http'
import { googleLanguage } from '@rts/outside/languages'
import { googleCountry, googlePlace } from '@rts/outside/locations'
import type { Clock } from '@rts/shared/clock'
import { z } from 'zod'
import { isOwnBlock, type ListedResult } from './organic.ts'
import type { SerpQuery, SerpSource } from './serp.ts'

export type AdapterDeps = { http: ProviderHttp; clock: Clock }
/** A provider's own variables, and the sandbox's address. */
export type OwnConfig<V extends z.ZodRawShape> = z.output<z.ZodObject<V & typeof sandboxVariables>>

/** A provider of results pages, declared once. `providers.ts` has its name; prices are USD for a page of ten results. */
export type SerpDeclaration<V extends z.ZodRawShape> = {
  label: string
  variables: V
  /** Those without which it cannot be listed. */
  needs: readonly (string & keyof V)[]
  address: `${string}_BASE_URL` & keyof V
  /** How long one call may take, in milliseconds; `SERP_TIMEOUT_MS` replaces it. */
  timeoutMs: number
  /** It has a word for a search without results; a page of nothing from the others is always suspect. */
  saysEmpty?: true
  /** It takes a depth, and answers all of it in one call; the others read pages of ten one by one. */
  sellsDepth?: true
  create(config: OwnConfig<V>, deps: AdapterDeps): SerpSource
}

export function declareSerp<const V extends z.ZodRawShape>(declaration: SerpDeclaration<V>): SerpDeclaration<V> {
  return declaration
}

/** Where providers write the address by which Google counts the clicks of an ad. */
const adFields = ['tracking_link', 'referral_link']
/** Where providers write the host or address that the page shows below a title. */
const shownFields = ['domain', 'displayed_link', 'displayedLink', 'display_link']

/**
 * An organic result as most providers write it, with only the fields that we read; a wrong type of the address makes the page unreadable.
 * An ad among them has Google's address for ads beside its own.
 */
export const linkedResult = z.looseObject({ link: z.string().nullish() }).transform((result): ListedResult => {
  const shown = shownFields.find((field) => typeof result[field] === 'string')
  const ad = adFields.map((field) => result[field]).find((value) => typeof value === 'string' && isOwnBlock(value))
  return { url: ad === undefined ? (result.link ?? null) : String(ad), shown: shown && String(result[shown]) }
})

/** "People also ask" entries beside the results; a bad list never fails the page. */
export const questionList = z
  .array(z.looseObject({ question: z.string() }).transform(({ question }) => question))
  .optional()
  .catch(undefined)
  .transform((questions) => questions ?? [])

/** Phrase, country, language and place by the names that most providers have from Google's own addresses. */
export function googleQuery({ phrase, country, language, location }: SerpQuery) {
  const place = googlePlace(country, location)
  return { q: phrase, gl: googleCountry(country), hl: googleLanguage(language), ...(place && { location: place }) }
}
