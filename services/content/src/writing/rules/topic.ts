/** The subject of a plan or an article. */
export type Topic = {
  keyword: string
  country: string
  language: string
  /** Notes of the customer. */
  context: string | null
}
/** Everything that is known of a site. */
export type SiteKnowledge = {
  name: string
  domain: string
  /** Tracked in the topic's country and language; a position is null where the site was not found, or not looked for. */
  keywords: readonly { phrase: string; position: number | null }[]
  /** Of the last crawl. */
  pages: readonly { url: string; title: string; heading: string }[]
  /** Questions of people on results pages. */
  questions: readonly string[]
  competitors: readonly string[]
}
/** The facts for one text: the part of the site's knowledge that concerns the topic, shortened. */
export type Facts = Topic & SiteKnowledge
