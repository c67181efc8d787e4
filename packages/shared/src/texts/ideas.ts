import { catalogue } from './sentence.ts'

type Phrase = { phrase: string }
type Ranked = Phrase & { position: number; day: string; url: string }
type Crawled = { day: string; pages: number }

/** The evidence for content ideas. A position of 0 is not found; an empty `url` is none. */
export const reasons = catalogue({
  rivalRanks: ({ domain, position, day, phrase, own }: Omit<Ranked, 'url'> & { domain: string; own: number }) =>
    `${domain} at position ${position} on ${day} for "${phrase}", ${own === 0 ? 'your site not found' : `your site at position ${own}`}`,
  asked: ({ phrase, day }: Phrase & { day: string }) => `Asked on the results page of "${phrase}" on ${day}`,
  ranks: ({ position, day, phrase, url }: Ranked) => `Position ${position} on ${day} for "${phrase}"${pageNamed(url)}`,
  fell: ({ position, day, now, nowDay, phrase, url }: Ranked & { now: number; nowDay: string }) =>
    `Position ${position} on ${day}, ${now === 0 ? 'not found' : now} on ${nowDay} for "${phrase}"${pageNamed(url)}`,
  searched: ({
    position,
    phrase,
    times,
    from,
    until,
  }: Phrase & Record<'position' | 'from' | 'until', string> & { times: number }) =>
    `Google's search console: position ${position} for "${phrase}", seen ${times === 1 ? 'once' : `${times} times`} from ${from} to ${until}; no keyword tracks it`,
  section: ({ heading, url, day, pages }: Crawled & { heading: string; url: string }) =>
    `Section "${heading}" of ${url}; none of the pages crawled by ${day} (${pages}) is about it`,
  noPage: ({ day, pages, phrase }: Crawled & Phrase) =>
    `None of the pages crawled by ${day} (${pages}) has "${phrase}" in its title or main heading`,
  notFound: ({ phrase, day }: Phrase & { day: string }) => `Not found for "${phrase}" on ${day}`,
})

function pageNamed(url: string): string {
  return url && `; page ${url}`
}
