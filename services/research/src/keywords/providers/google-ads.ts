import { askProvider } from '@rts/outside/call'
import type { Answer } from '@rts/outside/capability'
import { isSandbox } from '@rts/outside/config'
import { primaryLanguage } from '@rts/outside/languages'
import { countryLocationCode } from '@rts/outside/locations'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Failure, failed } from '@rts/shared/failure'
import type { Place } from '@rts/shared/phrases/own-pages'
import { z } from 'zod'
import type { Figures, KeywordRow } from '../rules/figures.ts'
import { isPlannable, rowsOfAsked } from './askable.ts'
import { hasEnded, historicalResults, ideaResults, retryDelayOf } from './google-ads-rows.ts'
import type { AdapterDeps, IdeasSource, MetricsSource } from './keyword-data.ts'

const source = 'google_ads'
const maxSeeds = 20

/** Google Ads' keyword planner: free, rounded volumes. Ideas and figures. */
export function createGoogleAds(deps: AdapterDeps): { ideas: IdeasSource; metrics: MetricsSource } {
  const { config, http, clock, logger } = deps
  const version = config.GOOGLE_ADS_API_VERSION
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
    const geo = countryLocationCode(country)
    const tongue = languageConstant(language)
    if (geo === null || tongue === null) return failed(source, 'unsupported', { asked: false })
    const access = await token.get(signal)
    if (!access.ok) return access
    const login = config.GOOGLE_ADS_LOGIN_CUSTOMER_ID
    const answer = await askProvider(
      http,
      {
        provider: source,
        url: `${config.GOOGLE_ADS_BASE_URL}/${version}/customers/${config.GOOGLE_ADS_CUSTOMER_ID}:${method}`,
        headers: {
          authorization: `Bearer ${access.token}`,
          'developer-token': config.GOOGLE_ADS_DEVELOPER_TOKEN ?? '',
          ...(login ? { 'login-customer-id': login } : {}),
        },
        json: { geoTargetConstants: [`geoTargetConstants/${geo}`], language: `languageConstants/${tongue}`, ...body },
        signal,
      },
      results,
      ({ body: refusal }) => {
        if (hasEnded(refusal))
          logger.warn({ provider: source, version }, 'Google Ads has ended this version of its API')
        return retryDelayOf(refusal)
      },
    )
    if (!answer.ok && answer.kind === 'auth') token.forget()
    if (!answer.ok) return answer
    // Bids are in the customer's currency; ours are USD.
    const bids = isUsd ? {} : { lowBid: null, highBid: null }
    const value = answer.body.map((row) => ({ ...row, ...bids, ...origin }))
    return { ok: true, ...origin, fetchedAt: clock.now(), costUsd: 0, value }
  }

  return {
    ideas: {
      source,
      priceUsd: () => 0,
      ask({ phrases, limit: pageSize, ...place }, signal) {
        const keywords = phrases.filter(isPlannable).slice(0, maxSeeds)
        if (keywords.length === 0) return Promise.resolve(failed(source, 'unsupported', { asked: false }))
        const keywordSeed = { keywords }
        return plan('generateKeywordIdeas', ideaResults, place, { pageSize, keywordSeed }, signal)
      },
    },
    metrics: {
      source,
      priceUsd: () => 0,
      async ask({ phrases, ...place }, signal) {
        const keywords = phrases.filter(isPlannable)
        const rows = (found: readonly KeywordRow[]) =>
          rowsOfAsked(phrases, new Map(found.map((row) => [phraseIdentity(row.phrase), row])), origin)
        if (keywords.length === 0) return { ok: true, ...origin, fetchedAt: clock.now(), costUsd: 0, value: rows([]) }
        const answer = await plan('generateKeywordHistoricalMetrics', historicalResults, place, { keywords }, signal)
        return answer.ok ? { ...answer, value: rows(answer.value) } : answer
      },
    },
  }
}

const granted = z.looseObject({ access_token: z.string().min(1), expires_in: z.number() })
/** Renewed this early, so no token expires in flight. */
const spareMs = 60_000

/** OAuth access token for a refresh token, cached until near its end. */
function createGoogleToken({ config, http, clock }: AdapterDeps, source: string) {
  let kept: { token: string; until: number } | null = null
  return {
    async get(signal?: AbortSignal): Promise<{ ok: true; token: string } | Failure> {
      if (kept && clock.now().getTime() < kept.until) return { ok: true, token: kept.token }
      const form = {
        grant_type: 'refresh_token',
        client_id: config.GOOGLE_ADS_CLIENT_ID ?? '',
        client_secret: config.GOOGLE_ADS_CLIENT_SECRET ?? '',
        refresh_token: config.GOOGLE_ADS_REFRESH_TOKEN ?? '',
      }
      const request = { provider: source, url: config.GOOGLE_TOKEN_URL, form, signal }
      // 400: the refresh token was revoked.
      const answer = await askProvider(http, request, granted, ({ status }) => (status === 400 ? 'auth' : null))
      if (!answer.ok) return answer
      const { access_token: token, expires_in: seconds } = answer.body
      kept = { token, until: clock.now().getTime() + seconds * 1_000 - spareMs }
      return { ok: true, token: kept.token }
    },
    /** After a refusal, the next call gets a new token. */
    forget(): void {
      kept = null
    },
  }
}

/** Google Ads' language ids ("Language codes"). */
const constants = new Map(
  `en1000 de1001 fr1002 es1003 it1004 ja1005 da1009 nl1010 fi1011 ko1012 nb1013 no1013 nn1013 pt1014 sv1015 ar1019 bg1020 cs1021 el1022 hi1023 hu1024 id1025 is1026 he1027 lv1028 lt1029 pl1030 ru1031 ro1032 sk1033 sl1034 sr1035 uk1036 tr1037 ca1038 hr1039 vi1040 ur1041 fil1042 et1043 th1044 bn1056 fa1064 gu1072 kn1086 ml1098 mr1101 ms1102 pa1110 ta1130 te1131`
    .split(' ')
    .map((entry) => {
      const [, tag = '', number = ''] = /^(\D+)(\d+)$/.exec(entry) ?? []
      return [tag, Number(number)]
    }),
)
const traditional = new Set(['zh-TW', 'zh-HK'])

function languageConstant(tag: string): number | null {
  const primary = primaryLanguage(tag)
  if (primary === 'zh') return traditional.has(tag) ? 1018 : 1017
  return constants.get(primary) ?? null
}
