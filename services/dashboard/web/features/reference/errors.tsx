import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reference as t } from '../../../texts/reference.ts'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { WithCode } from '../../kit/layout/reference.tsx'
import { type Problem, reference } from './document.ts'
import { ReferenceFrame } from './reference-frame.tsx'

/** The codes of errors; the `type` of each problem leads to its place here. */
export function Errors() {
  return (
    <ReferenceFrame>
      <Page title={t.errorsByCode} line={t.meaningOfEachCode}>
        <Loaded query={reference}>{({ problems }) => <Problems problems={problems} />}</Loaded>
      </Page>
    </ReferenceFrame>
  )
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  const { hash } = useLocation()
  // A browser looks for the place before there is one.
  useEffect(() => document.getElementById(hash)?.scrollIntoView(), [hash])
  return problems.map(({ code, status, title, retryable, means, todo }) => (
    <Panel key={code} id={code} title={code} line={t.statusAndTitle(status, title)}>
      <p>
        <WithCode text={means} />
      </p>
      <p>
        <WithCode text={retryable ? `${todo} ${t.canSucceedLater}` : todo} />
      </p>
    </Panel>
  ))
}
