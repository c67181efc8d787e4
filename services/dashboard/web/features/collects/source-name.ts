const names: Readonly<Record<string, string>> = {
  // generated: results pages
  dataforseo: 'DataForSEO',
  serpapi: 'SerpApi',
  serper: 'Serper',
  valueserp: 'ValueSERP',
  searxng: 'SearXNG',
  // end
  google_ads: 'Google Ads',
  autocomplete: 'Google’s suggestions',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  perplexity: 'Perplexity',
  compatible: 'own AI server',
}

/** What people call a provider or an AI engine; one that is not listed goes by its own name. */
export function sourceName(source: string, isSample = false): string {
  const name = names[source] ?? source
  return isSample ? `${name} (sandbox)` : name
}
