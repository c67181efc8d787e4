/** Longer lists are cut: they are written by programs, for a handful of widths. */
const mostText = 20_000
const mostCandidates = 20

const gap = /[\s,]*/y
const address = /\S+/y
/** A width or density, up to the next comma outside brackets. */
const descriptor = /(?:[^,(]|\([^)]*\)?)*/y

/** The addresses in a `srcset`, by the steps of the HTML standard ("parse a srcset attribute"). */
export function srcsetUrls(srcset: string): string[] {
  const text = srcset.slice(0, mostText)
  const urls: string[] = []
  let at = 0
  const next = (part: RegExp): string => {
    part.lastIndex = at
    const found = part.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  while (urls.length < mostCandidates) {
    next(gap)
    const written = next(address)
    if (written === '') break
    // A comma at the end of an address ends its candidate.
    const url = written.endsWith(',') ? withoutCommas(written) : written
    if (url === written) next(descriptor)
    urls.push(url)
  }
  return urls
}

function withoutCommas(text: string): string {
  let end = text.length
  while (text[end - 1] === ',') end--
  return text.slice(0, end)
}
