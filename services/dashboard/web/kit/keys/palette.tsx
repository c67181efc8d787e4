import { kit as t } from '../../../texts/kit.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Notice } from '../notice.tsx'
import type { Way } from './way.ts'
import { Ways } from './ways.tsx'

type PaletteProps = {
  open: boolean
  onClose(): void
  ways: readonly Way[]
  /** Ways that were found for the typed text elsewhere. */
  also: readonly Way[]
  onType(text: string): void
  problems: readonly string[]
}

const words = {
  field: t.whereTo,
  placeholder: t.pageSiteKeywordOrAction,
  list: t.pagesSitesAndKeywords,
  none: t.nothingMatches,
}

/** Goes anywhere, or does something, by a few letters of its name. */
export function Palette({ open, onClose, ways, also, onType, problems }: PaletteProps) {
  return (
    <Dialog title={t.goTo} open={open} onClose={onClose}>
      {problems.map((problem) => (
        <Notice key={problem} tone="bad">
          {problem}
        </Notice>
      ))}
      {open && <Ways ways={ways} also={also} words={words} onType={onType} onClose={onClose} />}
    </Dialog>
  )
}
