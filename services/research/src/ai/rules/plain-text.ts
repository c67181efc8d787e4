import { normalForm } from '@rts/shared/normal-form'

const apostrophes = /[‘’‛ʼʻ′´`＇]/gu
/** Soft hyphens, joiners, directions, Arabic vowel signs, Markdown emphasis. */
const unseen = /\p{Default_Ignorable_Code_Point}|\u0640|[\u064b-\u0652]|\*|__/gu
/** Footnote numbers and trade marks would join the word before. */
const besideWords = /[\p{No}™®©℠℗]/gu
const ascii = /^\p{ASCII}*$/u
/** White space other than one space. */
const widths = /[^\S ]\s*| \s+/gu

/** Drops emphasis and invisible signs; unifies apostrophes. */
export function withoutMarks(text: string): string {
  return text.replace(unseen, '').replace(apostrophes, "'")
}

/** NFKC with single spaces. Case stays; letters with a longer lower case go, so `folded` keeps offsets. */
export function plain(text: string): string {
  if (ascii.test(text)) return text.replace(widths, ' ')
  return normalForm(text.replace(besideWords, ' '), 'NFKC')
    .replaceAll('ß', 'ss')
    .replaceAll('ẞ', 'SS')
    .replaceAll('İ', 'I')
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(widths, ' ')
}

/** Lower case; dotless ı becomes i, like its capital. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ').replaceAll('ı', 'i')
}

const fence = /^[ \t>]*(`{3,}|~{3,})([^`\n]*)$/
/** Some engines fence their whole answer. */
const ofProse = /^\s*(?:markdown|md|text|txt|plaintext)\s*$/i
/** After a letter a backtick is an apostrophe. */
const inline = /(?<![\p{L}\p{Nd}`])(`{1,3})(?!`)[^`\n]{1,300}\1(?!`)/gu
const scoped = /(?<![\p{L}\p{Nd}_.@/])@[\w-][\w.-]{0,200}\/[\w.-]{1,200}/gu
const installed =
  /(?<![\p{L}\p{Nd}_-])(?:npm|pnpm|yarn|bun|npx|pip3?|uv|gem|cargo|composer|brew|apt|dotnet)[ \t]+(?:i|install|add|require)(?:[ \t]+-{1,2}[\w-]{1,50})*[ \t]+[^\s`]{1,200}/gu

/** Drops code and package names: they mention no one. */
export function withoutCode(text: string): string {
  const prose = text.includes('```') || text.includes('~~~') ? withoutFenced(text) : text
  return prose.replace(inline, ' ').replace(scoped, ' ').replace(installed, ' ')
}

function withoutFenced(text: string): string {
  let open: { sign: string; isProse: boolean } | undefined
  const kept = text.split('\n').filter((line) => {
    const [, sign = '', label = ''] = fence.exec(line) ?? []
    if (open === undefined) {
      if (sign !== '') open = { sign, isProse: ofProse.test(label) }
      return sign === ''
    }
    if (sign.startsWith(open.sign) && label.trim() === '') {
      open = undefined
      return false
    }
    return open.isProse
  })
  return kept.join('\n')
}
