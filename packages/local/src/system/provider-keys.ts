// biome-ignore-all format: its rows are written by `npm run generate`
/** For each variable that chooses providers, the variables that each of them needs. */
const neededBy: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // generated: provider keys
  SERP_PROVIDERS: {
    dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
    serpapi: ['SERPAPI_KEY'],
    serper: ['SERPER_KEY'],
    valueserp: ['VALUESERP_KEY'],
    searchapi: ['SEARCHAPI_KEY'],
    hasdata: ['HASDATA_KEY'],
    spaceserp: ['SPACESERP_KEY'],
    serply: ['SERPLY_KEY'],
    brightdata: ['BRIGHTDATA_KEY', 'BRIGHTDATA_ZONE'],
    oxylabs: ['OXYLABS_USER', 'OXYLABS_PASSWORD'],
    searxng: ['SEARXNG_BASE_URL'],
  },
  KEYWORD_PROVIDERS: {
    dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
    google_ads: ['GOOGLE_ADS_DEVELOPER_TOKEN', 'GOOGLE_ADS_CLIENT_ID', 'GOOGLE_ADS_CLIENT_SECRET', 'GOOGLE_ADS_REFRESH_TOKEN', 'GOOGLE_ADS_CUSTOMER_ID'],
    autocomplete: [],
  },
  BACKLINK_PROVIDERS: {
    dataforseo: ['DATAFORSEO_LOGIN', 'DATAFORSEO_PASSWORD'],
    bing: ['BING_API_KEY'],
  },
  AI_ENGINES: {
    openai: ['OPENAI_API_KEY'],
    anthropic: ['ANTHROPIC_API_KEY'],
    gemini: ['GEMINI_API_KEY'],
    perplexity: ['PERPLEXITY_API_KEY'],
    compatible: ['COMPATIBLE_BASE_URL', 'COMPATIBLE_MODEL'],
  },
  PAYMENT_PROVIDER: {
    midtrans: ['MIDTRANS_SERVER_KEY'],
    xendit: ['XENDIT_SECRET_KEY', 'XENDIT_CALLBACK_TOKEN'],
  },
  // end
}
/** It takes one provider, and no list. */
const single = 'PAYMENT_PROVIDER'

/** The providers whose own keys are set, for the variable that chooses them. A key that several areas use turns none of them on. */
export function providersWithKeys(variable: string, env: NodeJS.ProcessEnv): string | undefined {
  const needed = Object.entries(neededBy[variable] ?? {})
  if (!needed.some(([, keys]) => keys.some((key) => env[key]))) return undefined
  const isOwn = (key: string) => areasOf(key) === 1
  const whole = needed.filter(([, keys]) => keys.length > 0 && keys.every((key) => env[key] && isOwn(key)))
  return variable === single && whole.length > 1 ? '' : whole.map(([provider]) => provider).join()
}

function areasOf(key: string): number {
  return Object.values(neededBy).filter((area) => Object.values(area).some((keys) => keys.includes(key))).length
}
