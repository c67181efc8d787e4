import { oneOf } from '../../kit/table/search.ts'

/** The two lists of the page about links. */
export const linkLists = { links: 'Links', disavowed: 'Disavowed hosts' } as const
export type LinkList = keyof typeof linkLists

export const reviews = { keep: 'Keep', review: 'Review', disavow: 'Disavow' } as const
export type Review = keyof typeof reviews

/** The list and its filter in the address of the page. */
export function linkSearch({ list, review }: Record<string, unknown>): { list?: LinkList; review?: Review } {
  return { ...oneOf('list', linkLists, list), ...oneOf('review', reviews, review) }
}
