/** An address with its scheme; what ends a sentence or a bracket around it is cut off afterwards. */
const address =
  /https?:\/\/[^\s/?#<>"'“”„«»、。，；：！？（）「」『』【】《》]{1,300}(?:[/?#][^\s<>"“”„«»、。，；：！？（）「」『』【】《》]{0,2000})?/giu
/** The target of a Markdown link that has no scheme. */
const bareTarget = /\]\((?!https?:)([^\s()]+)(?:\s+"[^"]*")?\)/giu
const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]'
/** Where prose goes on without a space: no top-level domain mixes scripts, and few paths do. */
const proseAfter = new RegExp(`(?<=[A-Za-z0-9])${unspaced}`, 'u')

/** The text with its addresses taken out, labels of links kept, and those addresses in their order. */
export function withoutAddresses(text: string): { text: string; urls: string[] } {
  const source = text.includes('](')
    ? text.replace(bareTarget, (whole, target: string) => (hasInnerDot(target) ? `](https://${target})` : whole))
    : text
  const urls: string[] = []
  let rest = ''
  let done = 0
  address.lastIndex = 0
  for (let found = address.exec(source); found; found = address.exec(source)) {
    const url = withoutEnd(beforeProse(found[0]))
    urls.push(url)
    rest += `${source.slice(done, found.index)} `
    done = found.index + url.length
    // The part that was cut off may hold the next address.
    address.lastIndex = done
  }
  return { text: rest + source.slice(done), urls }
}

/** Apart from the expression, whose work would grow with the square of the dots. */
function hasInnerDot(target: string): boolean {
  return target.slice(1, -1).includes('.')
}

function beforeProse(matched: string): string {
  const at = matched.search(proseAfter)
  return at < 0 ? matched : matched.slice(0, at)
}

/** Without the punctuation of the sentence, and without a closing bracket that was opened before the address. */
function withoutEnd(url: string): string {
  for (let end = url.length; ; end--) {
    const last = url[end - 1] ?? ''
    const kept = url.slice(0, end)
    if (/[.,;:!?'…}\]|\\]/u.test(last)) continue
    if (last === ')' && count(kept, ')') > count(kept, '(')) continue
    return kept
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}
