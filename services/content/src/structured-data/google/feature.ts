/** Wanted properties: a path, after a colon its value types (`author: Person or Organization`), alternatives behind bars. */
export type Wanted = {
  required?: readonly string[]
  recommended?: readonly string[]
}
/** Demands on items at a place, or on its `types` only. With types in `via` (`review: Review`) no other type may stand there. */
export type Part = Wanted & { via: string; types?: readonly string[]; except?: readonly string[] }

/** A rich result, named as in Google's URL. */
export type Feature = Wanted & {
  name: string
  types: readonly string[]
  except?: readonly string[]
  /** Without any of these the item does not aim at this result. */
  onlyWith?: readonly string[]
  /** Recommends the above for items that are part of no other. */
  isProposed?: boolean
  parts?: readonly Part[]
  /** Properties whose nested values count too. */
  within?: readonly string[]
}

// Demands of several of Google's tables on the items within one: "Review snippet" and "Image license metadata" (CC BY 4.0).
export const counts = 'ratingCount: Count | reviewCount: Count'
export const rating: Part = { via: 'aggregateRating: AggregateRating', required: ['ratingValue: Score', counts] }

const ofReview = ['author: Person or Organization', 'author.name: Text']
const score = ['reviewRating: Rating', 'reviewRating.ratingValue: Score']
export const review: Part = { via: 'review: Review', required: [...ofReview, ...score] }

/** Reviewable types, by "Review snippet". */
const reviewed = [
  'Book',
  'Course',
  'CreativeWorkSeason',
  'CreativeWorkSeries',
  'Episode',
  'Event',
  'Game',
  'HowTo',
  'LocalBusiness',
  'MediaObject',
  'Movie',
  'MusicPlaylist',
  'MusicRecording',
  'Organization',
  'Product',
  'Recipe',
  'SoftwareApplication',
]
export const itemReviewed = [`itemReviewed: ${reviewed.join(' or ')}`, 'itemReviewed.name: Text']
export const reviewAlone = [...ofReview, ...itemReviewed, ...score]

/** Google needs a fetchable address. */
export const image: Part = { via: 'image', types: ['ImageObject'], required: ['contentUrl: URL | url: URL'] }

export const addressParts = ['addressCountry', 'addressLocality', 'addressRegion', 'postalCode', 'streetAddress']
