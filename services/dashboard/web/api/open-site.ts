import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { read } from './call.ts'
import { Refusal } from './send.ts'

/** The site that the address names, and whether the account has it; undefined on pages about no site. */
export function useOpenSite(): { siteId: string; isMissing: boolean } | undefined {
  const { siteId } = useParams({ strict: false })
  const { error } = useQuery({ ...read('sites.get', { params: { id: siteId ?? '' } }), enabled: siteId !== undefined })
  const isMissing = error instanceof Refusal && error.problem.code === 'not_found'
  return siteId === undefined ? undefined : { siteId, isMissing }
}
