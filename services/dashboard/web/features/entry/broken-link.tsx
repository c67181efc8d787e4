import { Link } from '@tanstack/react-router'
import { entry as t } from '../../../texts/entry.ts'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'

/** Shown for a link without its secret: mail programs cut long ones. */
export function BrokenLink() {
  return (
    <Narrow title={t.linkIncomplete} line={t.openItAgain}>
      <Link to={pages.signIn}>{t.signIn}</Link>
    </Narrow>
  )
}
