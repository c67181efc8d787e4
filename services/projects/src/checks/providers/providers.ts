import { brightdata } from './brightdata.ts'
import { dataforseo } from './dataforseo.ts'
import { hasdata } from './hasdata.ts'
import { oxylabs } from './oxylabs.ts'
import { searchapi } from './searchapi.ts'
import { searxng } from './searxng.ts'
import { serpapi } from './serpapi.ts'
import { serper } from './serper.ts'
import { serply } from './serply.ts'
import { spaceserp } from './spaceserp.ts'
import { valueserp } from './valueserp.ts'

/** Every provider of results pages, by its name in rows, failures and `SERP_PROVIDERS`. */
export const serpProviders = {
  dataforseo,
  serpapi,
  serper,
  valueserp,
  searchapi,
  hasdata,
  spaceserp,
  serply,
  brightdata,
  oxylabs,
  searxng,
}
export type SerpProviderName = keyof typeof serpProviders
// safe because the keys of an object are its own names
export const serpProviderNames = Object.keys(serpProviders) as SerpProviderName[]
