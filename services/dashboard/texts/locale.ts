/** How numbers, dates and names of places are written in the language of this folder. */
export const locale: string = 'en-GB'

/** Names of languages that browsers give twice, or not in the language of the page. */
export const languageNames: ReadonlyMap<string, string> = new Map([['tl', 'Tagalog']])

/** The words of the document itself, before any script has run. */
export const document = {
  language: 'en',
  loading: 'Loading…',
  needsJavaScript: 'These pages need JavaScript. The server API and the agent endpoint work without it.',
}
