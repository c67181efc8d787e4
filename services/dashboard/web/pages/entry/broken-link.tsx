import { Link } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { Narrow } from '../../ui/narrow.tsx'

/** In the place of a page whose link came without its secret: mail programs cut long ones. */
export function BrokenLink() {
  return (
    <Narrow title="This link is not whole" line="Open it once more, or copy all of it into the address.">
      <Link to={pages.signIn}>Sign in</Link>
    </Narrow>
  )
}
