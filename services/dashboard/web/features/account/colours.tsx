import { useState } from 'react'
import { Choice } from '../../kit/form/choice.tsx'
import { Panel } from '../../kit/layout/page.tsx'

const options = [
  { value: 'system', label: 'As your device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const yearSeconds = 31_536_000

/** Light or dark. The cookie tells the server, which writes it into every document. */
export function Colours() {
  const [chosen, setChosen] = useState(document.documentElement.dataset.theme ?? 'system')
  const choose = (theme: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
    document.cookie = `theme=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
    document.documentElement.dataset.theme = theme
    setChosen(theme)
  }
  return (
    <Panel title="Colours">
      <Choice name="theme" label="Colours of these pages" options={options} chosen={chosen} onChoose={choose} />
    </Panel>
  )
}
