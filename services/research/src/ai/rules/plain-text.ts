import { normalForm } from '@rts/shared/normal-form'

/** One sign for all that are written as an apostrophe. */
const apostrophes = /[‘’‛ʼʻ′´`＇]/gu
/** Invisible characters (soft hyphens, joiners, directions, Arabic vowel signs) and the signs of Markdown's emphasis. */
const unseen = /\p{Default_Ignorable_Code_Point}|\u0640|[\u064b-\u0652]|\*|__/gu
/** Footnote numbers and trade marks would become letters of the word before them. */
const besideWords = /[\p{No}™®©℠℗]/gu
const ascii = /^\p{ASCII}*$/u
/** White space that is not one space already. */
const widths = /[^\S ]\s*| \s+/gu

/** A text without what is not read: emphasis, invisible signs, kinds of apostrophes. */
export function withoutMarks(text: string): string {
  return text.replace(unseen, '').replace(apostrophes, "'")
}

/**
 * One form for all spellings of the same text (NFKC), with single spaces. Letters keep their case, but none is left whose lower case
 * is longer: `folded` has the same offsets.
 */
export function plain(text: string): string {
  if (ascii.test(text)) return text.replace(widths, ' ')
  return normalForm(text.replace(besideWords, ' '), 'NFKC')
    .replaceAll('ß', 'ss')
    .replaceAll('ẞ', 'SS')
    .replaceAll('İ', 'I')
    .replace(/[أإآٱ]/gu, 'ا')
    .replace(widths, ' ')
}

/** A plain text without its case; a dotless ı is an i, as its capital is. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ').replaceAll('ı', 'i')
}

const fence = /^[ \t>]*(`{3,}|~{3,})([^`\n]*)$/
/** Engines fence a whole answer as these; what is in it is prose. */
const ofProse = /^\s*(?:markdown|md|text|txt|plaintext)\s*$/i
/** Behind a letter a back tick is an apostrophe. */
const inline = /(?<![\p{L}\p{Nd}`])(`{1,3})(?!`)[^`\n]{1,300}\1(?!`)/gu
const scoped = /(?<![\p{L}\p{Nd}_.@/])@[\w-][\w.-]{0,200}\/[\w.-]{1,200}/gu
const installed =
  /(?<![\p{L}\p{Nd}_-])(?:npm|pnpm|yarn|bun|npx|pip3?|uv|gem|cargo|composer|brew|apt|dotnet)[ \t]+(?:i|install|add|require)(?:[ \t]+-{1,2}[\w-]{1,50})*[ \t]+[^\s`]{1,200}/gu

/** A Markdown text without its code and the names of packages: who is named there is not spoken of. */
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
