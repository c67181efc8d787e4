import { askProvider } from '@rts/outside/call'
import type { Answer } from '@rts/outside/capability'
import { isSandbox } from '@rts/outside/config'
import { countryLocationCode } from '@rts/outside/locations'
import { type Failure, failed } from '@rts/shared/failure'
import type { Place } from '@rts/shared/phrases/own-pages'
import type { z } from 'zod'
import type { Figures, KeywordRow } from '../rules/figures.ts'
import { historicalResults, ideaResults, retryDelayOf } from './google-ads-rows.ts'
import { languageConstant } from './google-languages.ts'
import { createGoogleToken } from './google-token.ts'
import type { AdapterDeps, IdeasSource, MetricsSource } from './keyword-data.ts'

const source = 'google_ads'
const mostSeeds = 20

/** Google Ads' keyword planner: free of charge, volumes rounded. Ideas around seeds, and figures of given phrases. */
export function createGoogleAds(deps: AdapterDeps): { ideas: IdeasSource; metrics: MetricsSource } {
  const { config, http, clock } = deps
  const token = createGoogleToken(deps, source)
  const origin = { source, sandbox: isSandbox(config, config.GOOGLE_ADS_BASE_URL) }
  const isUsd = config.GOOGLE_ADS_CURRENCY === 'USD'

  async function plan(
    method: string,
    results: z.ZodType<({ phrase: string } & Figures)[]>,
    { country, language }: Place,
    body: object,
    signal?: AbortSignal,
  ): Promise<Answer<KeywordRow[]> | Failure> {
    const [geo, tongue] = [countryLocationCode(country), languageConstant(language)]
    if (geo === null || tongue === null) return failed(source, 'unsupported', { asked: false })
    const access = await token.get(signal)
    if (!access.ok) return access
    const login = config.GOOGLE_ADS_LOGIN_CUSTOMER_ID
    const answer = await askProvider(
      http,
      {
        provider: source,
        url: `${config.GOOGLE_ADS_BASE_URL}/${config.GOOGLE_ADS_API_VERSION}/customers/${config.GOOGLE_ADS_CUSTOMER_ID}:${method}`,
        headers: {
          authorization: `Bearer ${access.token}`,
          'developer-token': config.GOOGLE_ADS_DEVELOPER_TOKEN ?? '',
          ...(login ? { 'login-customer-id': login } : {}),
        },
        json: { geoTargetConstants: [`geoTargetConstants/${geo}`], language: `languageConstants/${tongue}`, ...body },
        signal,
      },
      results,
      ({ body: refusal }) => retryDelayOf(refusal),
    )
    if (!answer.ok && answer.kind === 'auth') token.forget()
    if (!answer.ok) return answer
    // Bids are in the customer's currency, and ours are USD.
    const bids = isUsd ? {} : { lowBid: null, highBid: null }
    const value = answer.body.map((row) => ({ ...row, ...bids, ...origin }))
    return { ok: true, ...origin, fetchedAt: clock.now(), costUsd: 0, value }
  }

  return {
    ideas: {
      source,
      priceUsd: () => 0,
      ask({ phrases, limit: pageSize, ...place }, signal) {
        const keywordSeed = { keywords: phrases.slice(0, mostSeeds) }
        return plan('generateKeywordIdeas', ideaResults, place, { pageSize, keywordSeed }, signal)
      },
    },
    metrics: {
      source,
      priceUsd: () => 0,
      ask({ phrases: keywords, ...place }, signal) {
        return plan('generateKeywordHistoricalMetrics', historicalResults, place, { keywords }, signal)
      },
    },
  }
}
