import { languages } from '../../../texts/languages.ts'
import { showIn, shownLanguage } from '../../api/document.ts'
import { Button } from '../../kit/button.tsx'

/** Shows the page in the other language, named in that language; it needs no session. */
export function OtherLanguage() {
  const other = shownLanguage() === 'en' ? 'id' : 'en'
  return (
    <Button look="quiet" lang={other} onClick={() => showIn(other)}>
      {languages[other]}
    </Button>
  )
}
