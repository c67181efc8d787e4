import { useParams } from '@tanstack/react-router'

export function useSiteId(): string {
  const { siteId } = useParams({ strict: false })
  return siteId ?? ''
}
