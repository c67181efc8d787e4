import { createProviderHttp } from '@rts/outside/http'
import { listeningLogger, standingClock } from '@rts/outside/testing/setting'
import { z } from 'zod'
import { keywordVariables } from '../../src/keywords/config.ts'
import type { AdapterDeps } from '../../src/keywords/providers/keyword-data.ts'

const schema = z.object(keywordVariables)
/** Every keyword provider at an address below `url`, as the sandbox has them. */
export function variablesAt(url: string) {
  return {
    KEYWORD_PROVIDERS: 'dataforseo,google_ads,autocomplete',
    SANDBOX_URL: url,
    DATAFORSEO_LOGIN: 'me',
    DATAFORSEO_PASSWORD: 'secret-of-dataforseo',
    DATAFORSEO_BASE_URL: `${url}/dataforseo`,
    GOOGLE_ADS_DEVELOPER_TOKEN: 'secret-developer',
    GOOGLE_ADS_CLIENT_ID: 'client',
    GOOGLE_ADS_CLIENT_SECRET: 'secret-of-client',
    GOOGLE_ADS_REFRESH_TOKEN: 'secret-refresh',
    GOOGLE_ADS_CUSTOMER_ID: '123',
    GOOGLE_ADS_BASE_URL: `${url}/google_ads`,
    GOOGLE_TOKEN_URL: `${url}/google_ads/token`,
    AUTOCOMPLETE_BASE_URL: `${url}/autocomplete`,
    BACKLINK_PROVIDERS: 'dataforseo,bing',
    BING_API_KEY: 'secret-of-bing',
    BING_BASE_URL: `${url}/bing`,
    OPENPAGERANK_KEY: 'secret-of-openpagerank',
    OPENPAGERANK_BASE_URL: `${url}/openpagerank`,
    GRAPH_BASE_URL: `${url}/commoncrawl/projects/hyperlinkgraph`,
    HOST_OVERRIDES: `news.sandbox.example=${url.replace('http://', '')}`,
    ...enginesAt(url),
  }
}

/** Every engine, as the sandbox plays them. */
function enginesAt(url: string) {
  const engines = ['openai', 'anthropic', 'gemini', 'perplexity'].flatMap((name) => [
    [`${name.toUpperCase()}_API_KEY`, `secret-of-${name}`],
    [`${name.toUpperCase()}_MODEL`, 'simulated'],
    [`${name.toUpperCase()}_BASE_URL`, `${url}/${name}`],
  ])
  return {
    AI_ENGINES: 'openai,anthropic,gemini,perplexity,compatible',
    ...Object.fromEntries(engines),
    COMPATIBLE_API_KEY: 'secret-of-compatible',
    COMPATIBLE_BASE_URL: `${url}/compatible/v1`,
    COMPATIBLE_MODEL: 'llama',
  }
}

export function configAt(url: string, more: Record<string, string> = {}) {
  return schema.parse({ ...variablesAt(url), ...more })
}

/** The dependencies of an adapter, with a fixed clock and a logger that keeps its lines. */
export function adapterDepsAt(url: string, more: Record<string, string> = {}): AdapterDeps & { written(): string } {
  const { logger, written } = listeningLogger()
  const clock = standingClock()
  return {
    config: configAt(url, more),
    clock,
    logger,
    http: createProviderHttp({ timeoutMs: 2_000, clock, logger }),
    written,
  }
}

/** Addresses of https://kopi.co.id/biji as engines, their caches and translators write them. */
export const wrapped = [
  'https://www.google.com/url?q=https://kopi.co.id/biji&sa=U',
  'https://www.google.com/amp/s/kopi.co.id/biji',
  'https://kopi-co-id.cdn.ampproject.org/c/s/kopi.co.id/biji',
  'https://kopi-co-id.translate.goog/biji?_x_tr_sl=en&_x_tr_tl=id',
  'https://www.bing.com/ck/a?p=1&u=a1aHR0cHM6Ly9rb3BpLmNvLmlkL2Jpamk',
]
