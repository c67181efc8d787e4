/** The gaps between a site and its rivals. */
export const gapKinds = { missing: 'Missing', weak: 'Weak', shared: 'Shared' } as const
export type GapKind = keyof typeof gapKinds

/** The two lists of the page about links. */
export const linkLists = { links: 'Links', disavowed: 'Disavowed hosts' } as const
export type LinkList = keyof typeof linkLists

export const reviews = { keep: 'Keep', review: 'Review', disavow: 'Disavow' } as const
export type Review = keyof typeof reviews

type Search = Record<string, unknown>

export const gapSearch = ({ kind }: Search): { kind?: GapKind } => oneOf('kind', gapKinds, kind)

/** The phrase that ideas are looked for around. */
export const aroundSearch = ({ around }: Search): { around?: string } => (typeof around === 'string' ? { around } : {})

export const linkSearch = ({ list, review }: Search): { list?: LinkList; review?: Review } => ({
  ...oneOf('list', linkLists, list),
  ...oneOf('review', reviews, review),
})

/** The row whose details are shown beside the table. */
export const openSearch = ({ open }: Search): { open?: string } => (typeof open === 'string' ? { open } : {})

function oneOf<Name extends string, Key extends string>(
  name: Name,
  known: Readonly<Record<Key, string>>,
  value: unknown,
) {
  // safe because it is one of the names
  return (typeof value === 'string' && Object.hasOwn(known, value) ? { [name]: value } : {}) as { [N in Name]?: Key }
}
