import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { Refusal } from '../../api/send.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Field } from '../../kit/form/field.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import type { Site } from './site-form.tsx'

/** Deletes a site once its domain was typed. */
export function DeleteSite({ site: { id, domain } }: { site: Site }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = async ({ confirm = '' }: Record<string, string>) => {
    if (confirm.trim().toLowerCase() !== domain) throw mistyped(domain)
    await call('sites.delete', { params: { id } })
    await navigate({ to: pages.home })
    await queries.invalidateQueries()
  }
  return (
    <Panel
      title="Delete this site"
      line="Its keywords with all their positions, its competitors, notes, research, links, AI prompts, audits, plans and articles are deleted with it."
      actions={
        <ConfirmButton
          look="danger"
          label="Delete the site"
          title={`Delete ${domain} for good?`}
          action="Delete the site"
          onConfirm={remove}
        >
          <p>This cannot be undone.</p>
          <Field name="confirm" label={`Type ${domain}`} autoComplete="off" autoCapitalize="none" required />
        </ConfirmButton>
      }
    />
  )
}

function mistyped(domain: string): Refusal {
  const detail = `Type ${domain} to delete it`
  return new Refusal({
    code: 'invalid_input',
    detail,
    errors: [{ in: 'body', field: 'confirm', code: 'invalid_input', message: `must be ${domain}` }],
  })
}
