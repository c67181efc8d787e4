import { account as t } from '../../../texts/account.ts'
import { languages } from '../../../texts/languages.ts'
import { call } from '../../api/call.ts'
import { showIn, shownLanguage } from '../../api/document.ts'
import { Choice } from '../../kit/form/choice.tsx'
import { Form } from '../../kit/form/form.tsx'
import { Muted, Panel } from '../../kit/layout/page.tsx'

const options = Object.entries(languages).map(([value, label]) => ({ value, label }))

/** The language of a person: of their letters, and of the pages in this browser and where they sign in next. */
export function Language({ timeZone }: { timeZone: string }) {
  return (
    <Panel title={t.language}>
      <Form
        action={t.save}
        look="plain"
        onSend={async (values) => {
          const language = values.language === 'id' ? 'id' : 'en'
          await call('person.update', { body: { language } })
          showIn(language)
        }}
      >
        <Choice name="language" label={t.languageLettersToo} options={options} chosen={shownLanguage()} />
      </Form>
      <p>
        <Muted>{t.lettersByTheClockOf(timeZone)}</Muted>
      </p>
    </Panel>
  )
}
