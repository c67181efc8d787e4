import { dataforseo } from './dataforseo.ts'
import { searxng } from './searxng.ts'
import { serpapi } from './serpapi.ts'
import { serper } from './serper.ts'
import { valueserp } from './valueserp.ts'

/** Every provider of results pages, by its name in rows, failures and `SERP_PROVIDERS`. */
export const serpProviders = { dataforseo, serpapi, serper, valueserp, searxng }
export type SerpProviderName = keyof typeof serpProviders
// safe because the keys of an object are its own names
export const serpProviderNames = Object.keys(serpProviders) as SerpProviderName[]
