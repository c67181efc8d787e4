import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { counted } from '../../kit/words/counted.ts'
import { pages } from '../../routes.ts'

/** Facts change a few times a day, and finding them reads weeks of positions. */
const staleTime = 10 * 60_000

/** How many cards of a site are open, as a way to them; nothing where none is. */
export function NeedsYou({ siteId }: { siteId: string }) {
  const { data } = useQuery({ ...read('advice.list', { params: { id: siteId } }), staleTime })
  if (!data || data.total === 0) return null
  return (
    <p>
      <ButtonLink to={pages.operator} params={{ siteId }}>
        {counted(data.total, 'recommendations')}
      </ButtonLink>
    </p>
  )
}
