export type Format = 'json-ld' | 'microdata' | 'rdfa'

/**
 * A thing as one syntax describes it. Names of schema.org are short (`Product`, `offers`); names of other vocabularies are whole
 * addresses; a name without a vocabulary begins with a colon, which no address does.
 */
export type Item = {
  format: Format
  /** Offset in the checked text. */
  at: number
  types: string[]
  id: string | null
  /** Where a Microdata item's own element leads: Google takes it for the item's address as well. */
  link?: string
  properties: Map<string, Value[]>
  /** Where a JSON-LD item is in its document, such as `$.@graph[2]`. */
  path: string | null
  /** A context that was not read may give its names another meaning. */
  isPartlyRead?: true
}

/** `link` is an address from an attribute such as href, which a browser resolves; `ref` points to an item by its id. */
export type Value = { at: number } & (
  | { kind: 'text' | 'link'; text: string }
  | { kind: 'number' | 'boolean'; text: string }
  | { kind: 'ref'; id: string }
  | { kind: 'item'; item: Item }
)

/** The place that all syntaxes write into while they read. */
export type Reading = {
  /** Items that are not the value of another. */
  roots: Item[]
  report: Report
  limits: Limits
}

/** An error, and its place. */
export type Trouble = {
  at: number | null
  /** Where it is not the code's own. */
  severity?: Severity
  type?: string | null
  field?: string | null
  path?: string | null
  /** The root item that it belongs to. */
  root?: Item
}
export type Report = (code: FindingCode, message: string, trouble: Trouble) => void

export type Severity = 'error' | 'warning' | 'notice'
export type Finding = { code: FindingCode; message: string; severity: Severity } & Trouble

/** Counts items and values; a document that has more is read as far as that. */
export type Limits = {
  takeItem: (at: number) => boolean
  takeValue: (at: number) => boolean
  /** How much of a text of this length may be kept. */
  takeText: (length: number) => number
}

/** How deep items may be within each other. */
export const maxItemDepth = 64

/** Every code with its severity: an error keeps search engines from using the item, a warning may. */
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
