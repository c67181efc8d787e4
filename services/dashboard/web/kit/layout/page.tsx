import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { kit as t } from '../../../texts/kit.ts'
import { useTitle } from '../browser.ts'
import { Button } from '../button.tsx'
import { Refused } from '../notice.tsx'
import css from './page.module.css'

/** `where`: a few words beside the name. */
type Headed = { line?: ReactNode; where?: ReactNode; actions?: ReactNode }

/** A page: a bar with its name and at most two buttons, one line of truth, and what it shows. */
export function Page({ title, line, where, actions, children }: Headed & { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <div className={css.page}>
      <header className={css.top}>
        <h1 className={css.title}>{title}</h1>
        {where && <span className={css.line}>{where}</span>}
        {actions && <Row>{actions}</Row>}
      </header>
      {line && <p className={css.line}>{line}</p>}
      {children}
    </div>
  )
}

type PanelProps = Omit<Headed, 'where'> & { title: string; children?: ReactNode; id?: string }

export function Panel({ title, line, actions, children, id }: PanelProps) {
  return (
    <section className={css.panel} aria-label={title} id={id}>
      <header className={css.head}>
        <div>
          <h2 className={css.subtitle}>{title}</h2>
          {line && <p className={css.line}>{line}</p>}
        </div>
        {actions && <Row>{actions}</Row>}
      </header>
      {children}
    </section>
  )
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className={css.columns}>{children}</div>
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className={css.page}>{children}</div>
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}

/** Between two things that one should not do by mistake. */
export function Divider() {
  return <hr className={css.divider} />
}

export function Muted({ children }: { children: ReactNode }) {
  return <span className={css.line}>{children}</span>
}

/** In the place of rows: a sentence, and the one thing to do about it. */
export function Empty({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <p>{text}</p>
      {children}
    </div>
  )
}

type LoadedProps<Data, Key extends readonly unknown[]> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  children(data: Data): ReactNode
}

/** Shows what was read: a grey place while it comes, the last rows while it is read again, and what went wrong with a way to retry. */
export function Loaded<Data, Key extends readonly unknown[]>({ query, children }: LoadedProps<Data, Key>) {
  return <Answered of={useQuery(query)}>{children}</Answered>
}

type AnsweredProps<Data> = {
  of: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch(): Promise<unknown> }
  children(data: Data): ReactNode
}

/** The same for a list that is read page after page. */
export function Answered<Data>({ of: { data, error, isFetching, refetch }, children }: AnsweredProps<Data>) {
  return (
    <>
      {error && (
        <Refused error={error}>
          <Button onClick={() => void refetch()} busy={isFetching}>
            {t.tryAgain}
          </Button>
        </Refused>
      )}
      {data === undefined ? !error && <Waiting /> : children(data)}
    </>
  )
}

type MoreProps = {
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> }
  children: ReactNode
}

export function More({ of: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: MoreProps) {
  if (!hasNextPage) return null
  return (
    <p>
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    </p>
  )
}

function Waiting() {
  return (
    <p className={css.waiting} role="status">
      {t.loading}
    </p>
  )
}

export function Progress({ text }: { text: string }) {
  return (
    <div className={css.progress} role="status">
      <span className={css.bar} />
      {text}
    </div>
  )
}

export function Foot({ children }: { children: ReactNode }) {
  return <p className={css.foot}>{children}</p>
}
