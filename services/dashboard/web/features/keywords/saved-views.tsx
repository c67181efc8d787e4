import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { Writes } from '../../api/account.tsx'
import { change, type OutputOf, read } from '../../api/call.ts'
import { ActionButton } from '../../kit/action.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Field, Form } from '../../kit/form/form.tsx'
import { Row } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'

type View = OutputOf<'savedViews.list'>['views'][number]

export function SavedViews({ siteId }: { siteId: string }) {
  const { data } = useQuery(read('savedViews.list', { params: { id: siteId } }))
  const [isSaving, setSaving] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const views = data?.views ?? []
  return (
    <nav aria-label={t.savedViews} data-screen>
      <Row>
        {views.map((view) => (
          <Link key={view.id} to={pages.keywords} params={{ siteId }} search={view.search}>
            {view.name}
          </Link>
        ))}
        <Writes>
          <Button look="quiet" onClick={() => setSaving(true)}>
            {t.saveThisView}
          </Button>
          {views.length > 0 && (
            <Button look="quiet" onClick={() => setDeleting(true)}>
              {t.deleteView}
            </Button>
          )}
        </Writes>
      </Row>
      <Dialog title={t.saveViewTitle} open={isSaving} onClose={() => setSaving(false)}>
        <SaveForm siteId={siteId} onSaved={() => setSaving(false)} />
      </Dialog>
      <Dialog title={t.deleteView} open={isDeleting && views.length > 0} onClose={() => setDeleting(false)}>
        <DeleteList siteId={siteId} views={views} />
      </Dialog>
    </nav>
  )
}

function SaveForm({ siteId, onSaved }: { siteId: string; onSaved(): void }) {
  const { open: _, ...search } = useSearch({ strict: false })
  const save = async ({ name = '' }: Record<string, string>) => {
    await change('savedViews.create', { params: { id: siteId }, body: { name, search } }, 'savedViews.list')
    onSaved()
  }
  return (
    <Form action={t.saveThisView} onSend={save}>
      <Field name="name" label={t.viewName} hint={t.viewHint} required maxLength={60} autoFocus />
    </Form>
  )
}

function DeleteList({ siteId, views }: { siteId: string; views: readonly View[] }) {
  const remove = (viewId: string) => change('savedViews.delete', { params: { id: siteId, viewId } }, 'savedViews.list')
  return views.map(({ id, name }) => (
    <p key={id}>
      <ActionButton look="danger" action={() => remove(id)}>
        {t.deleteViewNamed(name)}
      </ActionButton>
    </p>
  ))
}
