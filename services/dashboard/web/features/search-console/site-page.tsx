import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { searchConsole as t } from '../../../texts/search-console.ts'
import { useRights } from '../../api/account.tsx'
import { call, type OutputOf, read, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Connect, OutcomeNotice } from './connect.tsx'
import { Queries } from './queries.tsx'

const route = getRouteApi(`/inside${pages.searchConsole}`)

export function SearchConsole() {
  const { siteId } = route.useParams()
  const { google } = route.useSearch()
  return (
    <SiteFrame siteId={siteId} title={t.searchConsole}>
      <OutcomeNotice outcome={google} />
      <Loaded query={read('searchConsole.get', {})}>
        {(status) =>
          status.connected ? (
            <Property siteId={siteId}>
              <Queries siteId={siteId} />
            </Property>
          ) : (
            <>
              <Connect status={status} siteId={siteId} />
              {/* Rows that were read before a connection broke stay. */}
              {status.account && <Queries siteId={siteId} />}
            </>
          )
        }
      </Loaded>
    </SiteFrame>
  )
}

type Listed = OutputOf<'searchConsoleProperties.list'>

function Property({ siteId, children }: { siteId: string; children: ReactNode }) {
  const [choosing, setChoosing] = useState(false)
  const { manages } = useRights()
  return (
    <Loaded query={read('searchConsoleProperties.list', { params: { id: siteId } })}>
      {({ property, properties }) =>
        property === null || choosing ? (
          <ChooseProperty
            siteId={siteId}
            chosen={property}
            properties={properties}
            onChosen={() => setChoosing(false)}
          />
        ) : (
          <>
            <Panel
              title={property}
              line={<Link to={pages.googleConnection}>{t.aboutGoogleConnection}</Link>}
              actions={manages && <Button onClick={() => setChoosing(true)}>{t.selectAnotherProperty}</Button>}
            />
            {children}
          </>
        )
      }
    </Loaded>
  )
}

type ChoosePropertyProps = Pick<Listed, 'properties'> & { siteId: string; chosen: string | null; onChosen(): void }

function ChooseProperty({ siteId, chosen, properties, onChosen }: ChoosePropertyProps) {
  const { manages } = useRights()
  if (properties.length === 0) return <Notice tone="warn">{t.thisGoogleAccount}</Notice>
  if (!manages) return <Notice>{t.onlyOwnerAdminAccountSentence}</Notice>
  const first = properties.find(({ siteUrl }) => siteUrl === chosen) ?? properties[0]
  return (
    <Panel title={t.selectTheProperty} line={t.propertiesThatMatchTheSites}>
      <Form
        action={t.useThisProperty}
        onSend={async ({ siteUrl = '' }) => {
          await call('searchConsole.connect', { params: { id: siteId }, body: { siteUrl } })
          await readAgain(
            ...(['searchConsoleProperties.list', 'searchConsoleQueries.list', 'searchConsoleFigures.list'] as const),
          )
          onChosen()
        }}
      >
        <Choice
          name="siteUrl"
          label={t.property}
          chosen={first?.siteUrl ?? ''}
          options={properties.map(({ siteUrl, isForSite }) => ({
            value: siteUrl,
            label: siteUrl,
            ...(isForSite ? { hint: t.matchesThisSite } : {}),
          }))}
        />
      </Form>
    </Panel>
  )
}
