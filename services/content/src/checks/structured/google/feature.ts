/** Properties that Google asks for: a path such as `offers.price`; several behind bars are alternatives. */
export type Wanted = {
  required?: readonly string[]
  recommended?: readonly string[]
}
/** What is asked of the items in a property; of some types only, where `types` says so. */
export type Part = Wanted & { via: string; types?: readonly string[]; except?: readonly string[] }

/** A rich result, under the word that the address of Google's page about it has. */
export type Feature = Wanted & {
  name: string
  types: readonly string[]
  /** Subtypes of `types` that have other rules. */
  except?: readonly string[]
  /** Without one of these properties the item does not ask for this result. */
  onlyWith?: readonly string[]
  parts?: readonly Part[]
  /** An item within another counts as well when it is the value of one of these. */
  within?: readonly string[]
}
