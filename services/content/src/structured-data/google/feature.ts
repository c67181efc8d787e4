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
