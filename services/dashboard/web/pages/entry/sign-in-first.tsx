import type { ReactNode } from 'react'
import { rememberWay } from '../../api/way-back.ts'
import { pages } from '../../routes.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Narrow } from '../../ui/narrow.tsx'
import { Row } from '../../ui/page.tsx'

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
          Sign in
        </ButtonLink>
        <ButtonLink to={pages.signUp} onClick={remember}>
          Create an account
        </ButtonLink>
      </Row>
    </Narrow>
  )
}
