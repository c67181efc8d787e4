import { languages } from '../../../texts/languages.ts'
import { showIn, shownLanguage } from '../../api/language.ts'

/** Shows the page in the other language, named in that language; nobody has to be signed in for it. */
export function OtherLanguage() {
  const other = shownLanguage() === 'en' ? 'id' : 'en'
  return (
    <button type="button" data-link lang={other} onClick={() => showIn(other)}>
      {languages[other]}
    </button>
  )
}
