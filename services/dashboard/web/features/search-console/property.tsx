import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAccount } from '../../api/account.ts'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../kit/button.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Notice } from '../../kit/notice.tsx'
import { pages } from '../../routes.ts'

type Listed = OutputOf<'searchConsoleProperties.list'>

/** Which property the site has, or the choice of one. What is shown of it stands below. */
export function Property({ siteId, children }: { siteId: string; children: ReactNode }) {
  const [choosing, setChoosing] = useState(false)
  const { role } = useAccount()
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
              line={<Link to={pages.googleConnection}>About the connection to Google</Link>}
              actions={role !== 'member' && <Button onClick={() => setChoosing(true)}>Choose another property</Button>}
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
  const queries = useQueryClient()
  const { role } = useAccount()
  if (properties.length === 0)
    return (
      <Notice tone="warn">
        This Google account has no verified property. Verify the site in Google’s search console, and come back.
      </Notice>
    )
  if (role === 'member') return <Notice>The owner or an admin of the account chooses the property of this site.</Notice>
  const first = properties.find(({ siteUrl }) => siteUrl === chosen) ?? properties[0]
  return (
    <Panel title="Which property is this site?" line="Those that fit the site's domain stand first.">
      <Form
        action="Use this property"
        onSend={async ({ siteUrl = '' }) => {
          await call('searchConsole.connect', { params: { id: siteId }, body: { siteUrl } })
          await readAgain(
            queries,
            ...(['searchConsoleProperties.list', 'searchConsoleQueries.list', 'searchConsoleFigures.list'] as const),
          )
          onChosen()
        }}
      >
        <Choice
          name="siteUrl"
          label="Property"
          chosen={first?.siteUrl ?? ''}
          options={properties.map(({ siteUrl, isForSite }) => ({
            value: siteUrl,
            label: siteUrl,
            ...(isForSite ? { hint: 'fits this site' } : {}),
          }))}
        />
      </Form>
    </Panel>
  )
}
