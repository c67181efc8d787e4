export type Format = 'json-ld' | 'microdata' | 'rdfa'

/** A thing in one syntax. schema.org names are short, others full addresses; a leading colon means no vocabulary. */
export type Item = {
  format: Format
  at: number
  types: string[]
  id: string | null
  /** A Microdata item's own link: Google uses it as the item's address. */
  link?: string
  properties: Map<string, Value[]>
  /** JSON-LD position such as `$.@graph[2]`. */
  path: string | null
  /** An unread context may change its names. */
  isPartlyRead?: true
}

/** `link`: an attribute such as href, resolved by browsers; `ref`: an item id. */
export type Value = { at: number } & (
  | { kind: 'text' | 'link'; text: string }
  | { kind: 'number' | 'boolean'; text: string }
  | { kind: 'ref'; id: string }
  | { kind: 'item'; item: Item }
)

export type Reading = {
  roots: Item[]
  report: Report
  limits: Limits
}

export type Trouble = {
  at: number | null
  /** Overrides the code's severity. */
  severity?: Severity
  type?: string | null
  field?: string | null
  path?: string | null
  root?: Item
}
export type Report = (code: FindingCode, message: string, trouble: Trouble) => void

export type Severity = 'error' | 'warning' | 'notice'
export type Finding = { code: FindingCode; message: string; severity: Severity } & Trouble

/** Item and value budget; the rest of a document is not read. */
export type Limits = {
  takeItem: (at: number) => boolean
  takeValue: (at: number) => boolean
  /** How much of this length may be kept. */
  takeText: (length: number) => number
}

export const maxItemDepth = 64

/** Severity by code: an error keeps search engines from using the item, a warning may. */
export const findingSeverity = {
  EMPTY_INPUT: 'error',
  NO_STRUCTURED_DATA: 'notice',
  JSON_SYNTAX: 'error',
  JSON_NOT_OBJECT: 'error',
  JSON_DUPLICATE_KEY: 'warning',
  JSON_COMMENT_WRAPPED: 'warning',
  SCRIPT_EMPTY: 'warning',
  SCRIPT_UNCLOSED: 'error',
  CONTEXT_MISSING: 'error',
  CONTEXT_UNKNOWN: 'warning',
  CONTEXT_UNSUPPORTED: 'warning',
  TYPE_MISSING: 'warning',
  TYPE_UNKNOWN: 'error',
  TYPE_CASING: 'error',
  TYPE_SUPERSEDED: 'warning',
  PROPERTY_UNKNOWN: 'warning',
  PROPERTY_CASING: 'warning',
  PROPERTY_NOT_FOR_TYPE: 'warning',
  PROPERTY_SUPERSEDED: 'notice',
  VALUE_TYPE: 'warning',
  VALUE_EMPTY: 'warning',
  TEXT_FOR_ITEM: 'notice',
  ENUM_INVALID: 'warning',
  DATE_INVALID: 'warning',
  TIME_INVALID: 'warning',
  DURATION_INVALID: 'warning',
  URL_INVALID: 'warning',
  URL_RELATIVE: 'notice',
  NUMBER_INVALID: 'warning',
  PRICE_FORMAT: 'warning',
  CURRENCY_INVALID: 'warning',
  RATING_RANGE: 'warning',
  GTIN_INVALID: 'warning',
  ID_UNRESOLVED: 'warning',
  ITEMPROP_OUTSIDE_ITEM: 'warning',
  ITEMREF_MISSING: 'warning',
  ITEMREF_CYCLE: 'warning',
  GOOGLE_REQUIRED_MISSING: 'error',
  GOOGLE_ONE_OF_MISSING: 'error',
  GOOGLE_RECOMMENDED_MISSING: 'notice',
  GOOGLE_VALUE: 'warning',
  RICH_RESULT_RETIRED: 'notice',
  LIMIT_DEPTH: 'error',
  LIMIT_ITEMS: 'error',
  LIMIT_FINDINGS: 'notice',
  LIMIT_TIME: 'error',
  LIMIT_MEMORY: 'error',
} as const satisfies Record<string, Severity>
export type FindingCode = keyof typeof findingSeverity
