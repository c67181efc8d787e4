import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

/** Compares the site with another one, from the pages that are stored already. */
export function AddCompetitor({ siteId, open, onClose }: { siteId: string; open: boolean; onClose(): void }) {
  const queries = useQueryClient()
  return (
    <Dialog title="Add a competitor" open={open} onClose={onClose}>
      <Form
        action="Add it"
        onSend={async ({ domain = '' }) => {
          await call('competitors.add', { params: { id: siteId }, body: { domain } })
          await queries.invalidateQueries()
          onClose()
        }}
      >
        <Field
          name="domain"
          label="Domain"
          placeholder="rival.com"
          inputMode="url"
          required
          maxLength={253}
          autoFocus
        />
      </Form>
    </Dialog>
  )
}
