import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { useAccountDetails } from '../../api/account.tsx'
import { call, type OutputOf, readAgain } from '../../api/call.ts'
import { Field, Form, Saved, TextField } from '../../kit/form/form.tsx'
import { Muted, Panel } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { changesOf } from './site-changes.ts'
import { DomainField, LocaleFields } from './site-fields.tsx'

export type Site = OutputOf<'sites.get'>['project']

/** The site's settings. Only changed fields are sent, so that changes by others meanwhile stay. */
export function SiteForm(props: { site: Site }) {
  // The initial values of the fields: the site may be read again while a person types.
  const [site, setSite] = useState(props.site)
  const [saved, setSaved] = useState(0)
  const save = async (values: Record<string, string>) => {
    const { project } = await call('sites.update', { params: { id: site.id }, body: changesOf(site, values) })
    setSite(project)
    setSaved(saved + 1)
    await readAgain()
  }
  return (
    <Panel title={t.aboutTheSite}>
      <Form action={t.save} onSend={save} beside={<Saved count={saved} />}>
        <Field name="name" label={t.siteName} defaultValue={site.name} required maxLength={200} />
        <DomainField domain={site.domain} hint={t.anotherDomainStartsANew} />
        <LocaleFields chosen={site} />
        <Muted>{t.newKeywordsUseThisCountry}</Muted>
        <Tags tags={site.tags} />
        <TextField
          name="description"
          label={t.description}
          rows={3}
          maxLength={1_000}
          required={false}
          defaultValue={site.description ?? ''}
        />
      </Form>
      <p>
        {t.setTheTopicsForAuto(
          <Link to={pages.autoAdd} params={{ siteId: site.id }}>
            {t.autoAdd}
          </Link>,
        )}
      </p>
    </Panel>
  )
}

/** Tags of the site. A plan without tags can still remove earlier ones. */
function Tags({ tags }: Pick<Site, 'tags'>) {
  const { data } = useAccountDetails()
  const isFree = data?.account.plan === 'free'
  const locked = (
    <>
      {t.tagsNeedTheStarterPlan(tags.length > 0 ? t.freeYouCanOnly : '')} <Link to={pages.prices}>{t.seePlans}</Link>
    </>
  )
  return (
    <Field
      name="tags"
      label={t.tags}
      hint={isFree ? locked : t.yourOwnLabels}
      defaultValue={tags.join(', ')}
      disabled={isFree && tags.length === 0}
    />
  )
}
