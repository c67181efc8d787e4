import { entry as t } from '../../../texts/entry.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { pages } from '../../routes.ts'

export function Done({ title, line }: { title: string; line: string }) {
  return (
    <Narrow title={title} line={line}>
      <ButtonLink look="primary" to={pages.signIn}>
        {t.signIn}
      </ButtonLink>
    </Narrow>
  )
}
