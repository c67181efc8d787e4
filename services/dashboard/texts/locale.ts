/** How numbers, dates and names of places are written in the language of this folder. */
export const locale: string = 'en-GB'

/** What the document says before any script has run, besides its title. */
export const document = {
  language: 'en',
  loading: 'Loading…',
  needsJavaScript: 'These pages need JavaScript. The server API and the agent endpoint work without it.',
}
