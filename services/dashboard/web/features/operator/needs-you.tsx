import { useQuery } from '@tanstack/react-query'
import { operator as t } from '../../../texts/operator.ts'
import { read } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { pages } from '../../routes.ts'

/** Facts change a few times a day, and finding them reads weeks of positions. */
const staleTime = 10 * 60_000

export function NeedsYou({ siteId }: { siteId: string }) {
  const { data } = useQuery({ ...read('advice.list', { params: { id: siteId } }), staleTime })
  if (!data || data.total === 0) return null
  return (
    <p>
      <ButtonLink to={pages.operator} params={{ siteId }}>
        {t.recommendations(data.total)}
      </ButtonLink>
    </p>
  )
}
