import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { PasswordField } from '../../kit/form/field.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Saved } from '../../kit/saved.tsx'

/** Changes the password; every other session ends. */
export function Password() {
  const [changing, setChanging] = useState(false)
  const [saved, setSaved] = useState(0)
  return (
    <Panel
      title="Password"
      line="A new one ends all other sessions."
      actions={<Button onClick={() => setChanging(true)}>Change</Button>}
    >
      <Saved count={saved} />
      <Dialog title="Change your password" open={changing} onClose={() => setChanging(false)}>
        <Form
          action="Change the password"
          onSend={async ({ currentPassword = '', newPassword = '' }) => {
            await auth('/auth/password', { currentPassword, newPassword })
            setSaved(saved + 1)
            setChanging(false)
          }}
        >
          <PasswordField name="currentPassword" label="Your password now" />
          <PasswordField name="newPassword" label="New password" isNew />
        </Form>
      </Dialog>
    </Panel>
  )
}
