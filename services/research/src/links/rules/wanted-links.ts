import type { LinkState } from '@rts/shared/contract/rows/backlink'
import type { ReviewedLink } from './backlink-rows.ts'

/** Conditions on links; one that is undefined holds for all. */
export type NarrowLinks = {
  part?: string | undefined
  suggestion?: ReviewedLink['suggestion'] | undefined
  state?: LinkState | undefined
}

const stateOf: Record<LinkState, (link: ReviewedLink) => boolean | null> = {
  new: ({ isNew }) => isNew,
  lost: ({ isLost }) => isLost,
  broken: ({ isBroken }) => isBroken,
}

/** Whether a link is like that; `part` is of the linking page, its host, its title or the anchor. */
export function isWanted(link: ReviewedLink, { part, suggestion, state }: NarrowLinks): boolean {
  if (suggestion !== undefined && link.suggestion !== suggestion) return false
  if (state !== undefined && stateOf[state](link) !== true) return false
  const texts = [link.urlFrom, link.domainFrom, link.title, link.anchor]
  return part === undefined || texts.some((text) => text?.toLowerCase().includes(part.toLowerCase()))
}
