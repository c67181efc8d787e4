import { Link } from '@tanstack/react-router'
import { Narrow } from '../ui/narrow.tsx'

export function NotFound() {
  return (
    <Narrow title="There is no such page" line="The address may be mistyped, or the page has moved.">
      <Link to="/">Go to your sites</Link>
    </Narrow>
  )
}
