import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccountDetails } from '../../api/account.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { Field, TextField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Muted, Panel } from '../../kit/layout/page.tsx'
import { Saved } from '../../kit/saved.tsx'
import { pages } from '../../routes.ts'
import { DomainField } from './domain-field.tsx'
import { LocaleFields } from './locale-fields.tsx'
import { changesOf } from './site-changes.ts'

export type Site = OutputOf<'sites.get'>['project']

/** What a person says of a site. Only what they changed is sent: what somebody else changed meanwhile stays. */
export function SiteForm(props: { site: Site }) {
  const queries = useQueryClient()
  // What the fields began with: the site may be read again while one types.
  const [site, setSite] = useState(props.site)
  const [saved, setSaved] = useState(0)
  const save = async (values: Record<string, string>) => {
    const { project } = await call('sites.update', { params: { id: site.id }, body: changesOf(site, values) })
    setSite(project)
    setSaved(saved + 1)
    await queries.invalidateQueries()
  }
  return (
    <Panel title="About the site">
      <Form action="Save" onSend={save} beside={<Saved count={saved} />}>
        <Field name="name" label="Site name" defaultValue={site.name} required maxLength={200} />
        <DomainField
          domain={site.domain}
          hint="Another domain starts a new history: the positions so far are no longer shown."
        />
        <LocaleFields chosen={site} />
        <Muted>New keywords use this country and language; existing ones keep theirs.</Muted>
        <Tags tags={site.tags} />
        <TextField
          name="description"
          label="Description"
          rows={3}
          maxLength={1_000}
          required={false}
          defaultValue={site.description ?? ''}
        />
      </Form>
      <p>
        What Auto-add looks for is on the page{' '}
        <Link to={pages.autoAdd} params={{ siteId: site.id }}>
          Auto-add
        </Link>
        .
      </p>
    </Panel>
  )
}

/** Labels of the site. A plan without tags can still remove those of an earlier one. */
function Tags({ tags }: Pick<Site, 'tags'>) {
  const { data } = useAccountDetails()
  const isFree = data?.account.plan === 'free'
  const locked = (
    <>
      Tags need the Starter plan or a higher one{tags.length > 0 && ': on Free you can only remove them'}.{' '}
      <Link to={pages.prices}>See the plans</Link>
    </>
  )
  return (
    <Field
      name="tags"
      label="Tags"
      hint={isFree ? locked : 'Your own labels, with commas between them'}
      defaultValue={tags.join(', ')}
      disabled={isFree && tags.length === 0}
    />
  )
}
