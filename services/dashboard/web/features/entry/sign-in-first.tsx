import type { ReactNode } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { rememberWay } from '../../api/way-back.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'

type SignInFirstProps = {
  title: string
  line: string
  /** Where they come back to. */
  way: string
  children?: ReactNode
}

/** To people who came by a link, and whom we do not know yet. */
export function SignInFirst({ title, line, way, children }: SignInFirstProps) {
  const remember = () => rememberWay(way)
  return (
    <Narrow title={title} line={line}>
      {children}
      <Row>
        <ButtonLink look="primary" to={pages.signIn} onClick={remember}>
          {t.signIn}
        </ButtonLink>
        <ButtonLink to={pages.signUp} onClick={remember}>
          {t.createAccount}
        </ButtonLink>
      </Row>
    </Narrow>
  )
}
