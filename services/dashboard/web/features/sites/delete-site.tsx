import { useNavigate } from '@tanstack/react-router'
import { sites as t } from '../../../texts/sites.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { mistyped } from '../../api/refusal.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { sayDone } from '../../kit/undo.tsx'
import { pages } from '../../routes.ts'
import type { Site } from './site-form.tsx'

export function DeleteSite({ site: { id, domain } }: { site: Site }) {
  const navigate = useNavigate()
  const remove = async ({ confirm = '' }: Record<string, string>) => {
    if (confirm.trim().toLowerCase() !== domain) throw mistyped(t.typeDelete(domain), t.mustBe(domain))
    await call('sites.delete', { params: { id } })
    await navigate({ to: pages.home })
    await readAgain()
    sayDone({
      text: t.deleted(domain),
      async undo() {
        await call('trashedSites.restore', { params: { id } })
        await readAgain()
      },
    })
  }
  return (
    <Panel
      title={t.deleteThisSite}
      line={t.itsKeywordsWithAll}
      actions={
        <ConfirmButton look="danger" title={t.deleteNamed(domain)} action={t.deleteSite} onConfirm={remove}>
          <p>{t.keptFor30Days}</p>
          <Field name="confirm" label={t.type(domain)} autoComplete="off" autoCapitalize="none" required />
        </ConfirmButton>
      }
    />
  )
}
