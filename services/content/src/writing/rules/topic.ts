export type Topic = {
  keyword: string
  country: string
  language: string
  /** The customer's notes. */
  context: string | null
}
export type SiteKnowledge = {
  name: string
  domain: string
  /** In the topic's country and language; position null: not found or not checked. */
  keywords: readonly { phrase: string; position: number | null }[]
  pages: readonly { url: string; title: string; heading: string }[]
  questions: readonly string[]
  competitors: readonly string[]
}
/** The site's facts on the topic, shortened. */
export type Facts = Topic & SiteKnowledge
