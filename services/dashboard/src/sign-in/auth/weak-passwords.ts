import { normalForm } from '@rts/shared/normal-form'
import { dictionary } from '@zxcvbn-ts/language-common'

const shortest = 10
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((word: string) => word.length >= shortest),
)
/** Fewer different characters than this are no secret. */
const minCharacters = 5

/** Whether a new password is among the most common, is one short text again and again, or counts up or down (NIST SP 800-63B-4, 3.1.1.2). */
export function isWeakPassword(password: string): boolean {
  const plain = normalForm(password, 'NFKC').toLowerCase()
  return new Set(plain).size < minCharacters || isRepeated(plain) || isRun(plain) || common.has(plain.trim())
}

/** A text that is too short for a password, repeated. */
function isRepeated(text: string): boolean {
  for (let length = 1; length < shortest; length++) {
    const once = text.slice(0, length)
    if (once.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

/** Each character follows the one before it in the alphabet or among the digits, forwards or backwards. */
function isRun(text: string): boolean {
  const steps = new Set(
    [...text].slice(1).map((character, i) => (character.codePointAt(0) ?? 0) - (text.codePointAt(i) ?? 0)),
  )
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}
