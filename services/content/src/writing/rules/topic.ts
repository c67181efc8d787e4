/** What something is written about: plans and articles have this in common. */
export type Topic = {
  keyword: string
  country: string
  language: string
  /** What the customer says of it. */
  context: string | null
}
/** What the house knows of a site. */
export type SiteKnowledge = {
  name: string
  domain: string
  /** Tracked in the topic's country and language; a position is null where the site was not found, or not looked for. */
  keywords: readonly { phrase: string; position: number | null }[]
  /** Of the last crawl. */
  pages: readonly { url: string; title: string; heading: string }[]
  /** That people ask on results pages. */
  questions: readonly string[]
  competitors: readonly string[]
}
/** The facts for one text: of the site's knowledge what concerns the topic, made short. */
export type Facts = Topic & SiteKnowledge
