import { ButtonLink } from '../../kit/button.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'

/** What the link of a mail has done, and the sign-in that follows. */
export function Done({ title, line }: { title: string; line: string }) {
  return (
    <Narrow title={title} line={line}>
      <ButtonLink look="primary" to={pages.signIn}>
        Sign in
      </ButtonLink>
    </Narrow>
  )
}
