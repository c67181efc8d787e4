import { search as t } from '../../../texts/search.ts'
import { oneOf } from '../../kit/table/use-view.ts'

export const linkLists = { links: t.links, disavowed: t.disavowedHosts } as const
export type LinkList = keyof typeof linkLists

export const reviews = { keep: t.keep, review: t.review, disavow: t.disavow } as const
export type Review = keyof typeof reviews

export function linkSearch({ list, review }: Record<string, unknown>): { list?: LinkList; review?: Review } {
  return { ...oneOf('list', linkLists, list), ...oneOf('review', reviews, review) }
}
