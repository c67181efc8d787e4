import { useState } from 'react'
import { account as t } from '../../../texts/account.ts'
import { useAccount } from '../../api/account.tsx'
import { call, type OutputOf, read, readAgain } from '../../api/call.ts'
import { confirmed } from '../../api/session.ts'
import { signOut } from '../../api/watch-session.ts'
import { chooseTheme, themeNow } from '../../kit/browser.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Choice } from '../../kit/form/choice.tsx'
import { Field, Form, PasswordField, Saved } from '../../kit/form/form.tsx'
import { Columns, Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Table } from '../../kit/table/table.tsx'
import { capitalised, figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { Language, MailAddress, Password } from './personal.tsx'
import { Sessions } from './sessions.tsx'

export function Account() {
  const { role } = useAccount()
  return (
    <Page title={t.youYourAccount}>
      <Loaded query={read('person.get', {})}>
        {({ person, newMail, timeZone }) => (
          <>
            <Columns>
              <Profile name={person.name} />
              <MailAddress email={person.email} newMail={newMail} />
              <Language timeZone={timeZone} />
              <Colours />
              <Password />
            </Columns>
            <Sessions />
            <Plan />
            {role === 'owner' ? <CloseAccount email={person.email} /> : <DeletePerson email={person.email} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const options = [
  { value: 'system', label: t.asYourDevice },
  { value: 'light', label: t.light },
  { value: 'dark', label: t.dark },
]

function Colours() {
  const [chosen, setChosen] = useState(themeNow)
  const choose = (theme: string) => {
    chooseTheme(theme)
    setChosen(theme)
  }
  return (
    <Panel title={t.colors}>
      <Choice name="theme" label={t.colorsThesePages} options={options} chosen={chosen} onChoose={choose} />
    </Panel>
  )
}

function Profile({ name }: { name: string }) {
  const [saved, setSaved] = useState(0)
  return (
    <Panel title={t.yourName} line={t.visibleYourTeam}>
      <Form
        action={t.save}
        look="plain"
        onSend={async ({ name: wanted = '' }) => {
          await call('person.update', { body: { name: wanted } })
          setSaved(saved + 1)
          await readAgain()
        }}
        beside={<Saved count={saved} />}
      >
        <Field name="name" label={t.name} defaultValue={name} autoComplete="name" required maxLength={100} />
      </Form>
    </Panel>
  )
}

function CloseAccount({ email }: { email: string }) {
  const { accountId } = useAccount()
  return (
    <Loaded query={read('accounts.get', { params: { accountId } })}>
      {({ account }) => (
        <Panel
          title={t.closeThisAccount}
          line={t.itsKeysStopWorking}
          actions={<Close email={email} accountId={accountId} accountMail={account.email} />}
        />
      )}
    </Loaded>
  )
}

function Close({ email, accountId, accountMail }: { email: string; accountId: string; accountMail: string }) {
  return (
    <ConfirmButton
      look="danger"
      title={t.closeAccountPermanently}
      action={t.closeTheAccount}
      onConfirm={async ({ confirm = '', password = '' }) => {
        await confirmed(email, password, () => call('accounts.close', { params: { accountId }, body: { confirm } }))
        await signOut()
      }}
    >
      <p>{t.thisCannotBeUndone}</p>
      <Field name="confirm" label={t.type(accountMail)} autoComplete="off" required />
      <PasswordField name="password" label={t.yourPassword} />
    </ConfirmButton>
  )
}

function DeletePerson({ email }: { email: string }) {
  const remove = (
    <ConfirmButton
      look="danger"
      label={t.deleteYourProfile}
      title={t.deleteYourProfilePermanently}
      action={t.deleteProfile}
      onConfirm={async ({ confirm = '', password = '' }) => {
        await confirmed(email, password, () => call('person.delete', { body: { confirm } }))
        location.assign(pages.signIn)
      }}
    >
      <Field name="confirm" label={t.type(email)} autoComplete="off" required />
      <PasswordField name="password" label={t.yourPassword} />
    </ConfirmButton>
  )
  return <Panel title={t.deleteYourProfile} line={t.yourNameEmailSessions} actions={remove} />
}

type Limits = OutputOf<'accounts.get'>['limits']

const names: Record<keyof Limits, string> = {
  callsPerDay: t.apiCallsPerDay,
  sites: t.sites,
  keywords: t.keywords,
  checkEveryDays: t.daysBetweenChecks,
  collectsPerDay: t.dataRefreshesPerDay,
  competitorsPerSite: t.competitorsPerSite,
  prompts: t.aiPrompts,
  crawlPages: t.pagesPerAudit,
  writingsPerMonth: t.plansAndArticlesPerMonth,
  people: t.people,
  maxDepth: t.resultsPerPage,
}

function Plan() {
  const { accountId } = useAccount()
  return (
    <Loaded query={read('accounts.get', { params: { accountId } })}>
      {({ account, limits }) => (
        <Panel title={t.plan} line={t.forAccountOf(capitalised(account.plan), account.id, account.email)}>
          <Table
            caption={t.planLimits}
            columns={[
              { head: t.limit, cell: ([name]) => names[name] },
              { head: t.maximum, cell: ([, max]) => (max === null ? t.none : figure(max)), figures: true },
            ]}
            // safe because the answer was checked against the schema of these very names
            rows={Object.entries(limits) as [keyof Limits, number | null][]}
            rowId={([name]) => name}
          />
        </Panel>
      )}
    </Loaded>
  )
}
