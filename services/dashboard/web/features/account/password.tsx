import { useState } from 'react'
import { account as t } from '../../../texts/account.ts'
import { auth } from '../../api/session.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { PasswordField } from '../../kit/form/field.tsx'
import { Form, Saved } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'

export function Password() {
  const [changing, setChanging] = useState(false)
  const [saved, setSaved] = useState(0)
  return (
    <Panel
      title={t.password}
      line={t.newPasswordEndsAllOther}
      actions={<Button onClick={() => setChanging(true)}>{t.change}</Button>}
    >
      <Saved count={saved} />
      <Dialog title={t.changeYourPassword} open={changing} onClose={() => setChanging(false)}>
        <Form
          action={t.changePassword}
          onSend={async ({ currentPassword = '', newPassword = '' }) => {
            await auth('/auth/password', { currentPassword, newPassword })
            setSaved(saved + 1)
            setChanging(false)
          }}
        >
          <PasswordField name="currentPassword" label={t.currentPassword} />
          <PasswordField name="newPassword" label={t.newPassword} isNew />
        </Form>
      </Dialog>
    </Panel>
  )
}
