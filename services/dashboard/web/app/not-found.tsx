import { Link } from '@tanstack/react-router'
import { Narrow } from '../kit/layout/narrow.tsx'
import { pages } from '../routes.ts'

export function NotFound() {
  return (
    <Narrow title="There is no such page" line="The address may be mistyped, or the page has moved.">
      <Link to={pages.home}>Go to your sites</Link>
    </Narrow>
  )
}
