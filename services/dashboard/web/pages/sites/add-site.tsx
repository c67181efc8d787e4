import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

/** Adds a site, and goes on to its keywords. */
export function AddSite({ open, onClose }: { open: boolean; onClose(): void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <Dialog title="Add a site" open={open} onClose={onClose}>
      <Form
        action="Add the site"
        onSend={async ({ domain = '', name = '' }) => {
          const { project } = await call('sites.create', { body: { domain, name: name.trim() || domain } })
          await queries.invalidateQueries()
          onClose()
          await navigate({ to: pages.keywords, params: { siteId: project.id } })
        }}
      >
        <Field
          name="domain"
          label="Domain"
          placeholder="example.com"
          inputMode="url"
          required
          maxLength={253}
          autoFocus
        />
        <Field name="name" label="Name" hint="Optional" maxLength={200} />
      </Form>
    </Dialog>
  )
}
