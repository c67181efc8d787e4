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
