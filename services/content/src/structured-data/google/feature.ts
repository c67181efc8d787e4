/**
 * Properties that Google asks for, as its tables have them: a path, and after a colon the types that its value may have
 * (`author: Person or Organization`); without a type any value will do. Several behind bars are alternatives.
 */
export type Wanted = {
  required?: readonly string[]
  recommended?: readonly string[]
}
/**
 * Demands on the items at a place; on some types only, where `types` says so. With types in `via` (`review: Review`) nothing
 * else may stand there.
 */
export type Part = Wanted & { via: string; types?: readonly string[]; except?: readonly string[] }

/** A rich result, under the word that the address of Google's page about it has. */
export type Feature = Wanted & {
  name: string
  types: readonly string[]
  /** Subtypes of `types` that have other rules. */
  except?: readonly string[]
  /** Without one of these properties the item does not ask for this result. */
  onlyWith?: readonly string[]
  /** Says so as a recommendation, where the item is no part of another. */
  isProposed?: boolean
  parts?: readonly Part[]
  /** An item within another counts as well when it is the value of one of these. */
  within?: readonly string[]
}
