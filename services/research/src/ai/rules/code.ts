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
