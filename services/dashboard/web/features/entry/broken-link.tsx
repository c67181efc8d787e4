import { Link } from '@tanstack/react-router'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'

/** In the place of a page whose link came without its secret: mail programs cut long ones. */
export function BrokenLink() {
  return (
    <Narrow title="This link is not whole" line="Open it once more, or copy all of it into the address.">
      <Link to={pages.signIn}>Sign in</Link>
    </Narrow>
  )
}
