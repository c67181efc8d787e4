import { collects as t } from '../../../texts/collects.ts'

const names: Readonly<Record<string, string>> = {
  // generated: results pages
  dataforseo: 'DataForSEO',
  serpapi: 'SerpApi',
  serper: 'Serper',
  valueserp: 'ValueSERP',
  searchapi: 'SearchApi',
  hasdata: 'HasData',
  spaceserp: 'SpaceSerp',
  serply: 'Serply',
  brightdata: 'Bright Data',
  oxylabs: 'Oxylabs',
  searxng: 'SearXNG',
  // end
  google_ads: 'Google Ads',
  autocomplete: t.googlesSuggestions,
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  perplexity: 'Perplexity',
  compatible: t.ownAiServer,
}

/** The label of a provider or an AI engine, with the engines that it asked; an unknown one keeps its name. */
export function sourceName(source: string, isSample = false): string {
  const [provider = source, engines] = source.split(':')
  const known = names[provider] ?? provider
  const name = engines === undefined ? known : `${known}: ${engines.replaceAll('+', ', ')}`
  return isSample ? t.sandboxNamed(name) : name
}
