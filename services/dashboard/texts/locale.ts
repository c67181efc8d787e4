/** How numbers, dates and names of places are written in the language of this folder. */
export const locale: string = 'en-GB'

/** The words of the document itself, before any script has run. */
export const document = {
  language: 'en',
  loading: 'Loading…',
  needsJavaScript: 'These pages need JavaScript. The server API and the agent endpoint work without it.',
}
