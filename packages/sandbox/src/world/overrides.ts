import { z } from 'zod'
import { normalCountry, normalLanguage, normalPhrase, type Query } from './query.ts'

const webUrl = z.url({ protocol: /^https?$/, message: 'must be an http or https address' })
const country = z.string().regex(/^[a-z]{2}$/i, 'must be two letters')
const language = z.string().regex(/^[a-z]{2,3}([-_][a-z0-9]+)*$/i, 'must be a language tag')

export const dayText = z.iso.date('must be a day, YYYY-MM-DD')

/** Body of `PUT /control/serp`. */
export const serpOverride = z.strictObject({
  keyword: z.string().trim().min(1).max(700),
  country: country.optional(),
  language: language.optional(),
  organic: z.array(webUrl).max(500),
  questions: z.array(z.string().min(1)).max(50).optional(),
  /** Addresses of the featured snippet and of those an AI overview cites; null for none. */
  snippet: webUrl.nullable().optional(),
  overview: z.array(webUrl).max(30).nullable().optional(),
  /** Results of each page, where not ten; `again` repeats the previous page. */
  pages: z
    .array(z.union([z.int().min(0).max(10), z.literal('again')]))
    .max(50)
    .optional(),
})
export type SerpOverride = z.output<typeof serpOverride>

/** Body of `PUT /control/answers`. */
export const answerOverride = z.strictObject({
  prompt: z.string().min(1),
  engine: z.string().min(1).optional(),
  text: z.string(),
  citations: z.array(webUrl).max(100),
})

const page = z.strictObject({
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().default(''),
  delayMs: z.int().min(0).max(60_000).optional(),
})
export type SitePage = z.output<typeof page>

/** Body of `PUT /control/sites/{host}`: pages by path, which may include a query. */
export const siteOverride = z.strictObject({
  pages: z.record(z.string().startsWith('/', 'paths start with /'), page),
})

/** Reasons of 403s ("Google APIs: global domain errors", consoles, November 2026); `notFound` is a 404. */
export const googleRefusals = [
  'notFound',
  'forbidden',
  'insufficientPermissions',
  'accessNotConfigured',
  'accountDeleted',
  'accountDisabled',
  'accountUnverified',
  'domainPolicy',
  'sslRequired',
  'unknownAuth',
  'quotaExceeded',
  'dailyLimitExceeded',
  'dailyLimitExceededUnreg',
  'rateLimitExceeded',
  'rateLimitExceededUnreg',
  'userRateLimitExceeded',
  'userRateLimitExceededUnreg',
  'concurrentLimitExceeded',
  'limitExceeded',
  'servingLimitExceeded',
  'variableTermLimitExceeded',
  'variableTermExpiredDailyExceeded',
] as const

export const googleProperty = z.strictObject({
  siteUrl: z.string().min(1).max(300),
  permissionLevel: z.enum(['siteOwner', 'siteFullUser', 'siteRestrictedUser', 'siteUnverifiedUser']),
})
const googleRow = z.strictObject({
  query: z.string().min(1),
  page: z.string().min(1).optional(),
  clicks: z.int().min(0),
  impressions: z.int().min(0),
  position: z.number().min(1),
})
export type GoogleRow = z.output<typeof googleRow>
/** Of a property: a list, or a number of made-up ones. */
export const googleQueries = z.strictObject({
  rows: z.array(googleRow).max(100_000).default([]),
  count: z.int().min(0).max(200_000).optional(),
})
const noGoogle = () => ({ aheadSeconds: 0, isTesting: false, refusal: null, properties: {}, queries: {} })

/** As stored in `world.json`, with the keys of `serpKey` and `answerKey`. */
export const overrides = z.strictObject({
  day: dayText.nullable(),
  queueDelayMs: z.int().min(0),
  liveDelayMs: z.int().min(0).default(0),
  serp: z.record(z.string(), serpOverride),
  answers: z.record(z.string(), answerOverride),
  sites: z.record(z.string(), siteOverride),
  google: z
    .strictObject({
      aheadSeconds: z.int().min(0),
      isTesting: z.boolean(),
      refusal: z.enum(googleRefusals).nullable().default(null),
      properties: z.record(z.string(), z.array(googleProperty)),
      queries: z.record(z.string(), googleQueries),
    })
    // For worlds saved before Google was simulated.
    .default(noGoogle),
})
export type Overrides = z.output<typeof overrides>

export function noOverrides(): Overrides {
  return { day: null, queueDelayMs: 0, liveDelayMs: 0, serp: {}, answers: {}, sites: {}, google: noGoogle() }
}

/** A missing country or language means all. */
export function serpKey(phrase: string, countryCode?: string, languageTag?: string): string {
  const place = countryCode === undefined ? '*' : normalCountry(countryCode)
  const tongue = languageTag === undefined ? '*' : normalLanguage(languageTag)
  return `${place}|${tongue}|${normalPhrase(phrase)}`
}

/** In order: both named, country, language, neither. */
export function findSerpOverride(set: Overrides, query: Query): SerpOverride | null {
  const { phrase, country: place, language: tongue } = query
  const keys = [
    serpKey(phrase, place, tongue),
    serpKey(phrase, place),
    serpKey(phrase, undefined, tongue),
    serpKey(phrase),
  ]
  const key = keys.find((candidate) => Object.hasOwn(set.serp, candidate))
  return key === undefined ? null : (set.serp[key] ?? null)
}
