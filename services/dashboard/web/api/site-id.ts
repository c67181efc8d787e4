import { useParams } from '@tanstack/react-router'

/** The site that the address names. */
export function useSiteId(): string {
  const { siteId } = useParams({ strict: false })
  return siteId ?? ''
}
