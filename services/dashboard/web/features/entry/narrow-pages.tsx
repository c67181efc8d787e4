import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { entry as t } from '../../../texts/entry.ts'
import { rememberWay } from '../../api/way-back.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Answered, Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { maySignUp } from './own-sign-up.ts'

type LoadedNarrowProps<Data, Key extends readonly unknown[]> = {
  /** Of the page while there is nothing else to show. */
  title: string
  query: UseQueryOptions<Data, Error, Data, Key>
  children(data: Data): ReactNode
}

/** A page for people who are perhaps not signed in, once what it shows was read; until then it says how that goes. */
export function LoadedNarrow<Data, Key extends readonly unknown[]>(props: LoadedNarrowProps<Data, Key>) {
  const answer = useQuery(props.query)
  if (answer.data !== undefined) return props.children(answer.data)
  return (
    <Narrow title={props.title}>
      <Answered of={answer}>{() => null}</Answered>
    </Narrow>
  )
}

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
        {maySignUp(way) && (
          <ButtonLink to={pages.signUp} onClick={remember}>
            {t.createAccount}
          </ButtonLink>
        )}
      </Row>
    </Narrow>
  )
}

/** Shown for a link without its secret: mail programs cut long ones. */
export function BrokenLink() {
  return (
    <Narrow title={t.linkIncomplete} line={t.openItAgain}>
      <Link to={pages.signIn}>{t.signIn}</Link>
    </Narrow>
  )
}

export function Done({ title, line }: { title: string; line: string }) {
  return (
    <Narrow title={title} line={line}>
      <ButtonLink look="primary" to={pages.signIn}>
        {t.signIn}
      </ButtonLink>
    </Narrow>
  )
}
