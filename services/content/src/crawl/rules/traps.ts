const maxRepeats = 3
const maxParameters = 8
const maxAddressesOfAPath = 200
/** A day or month: calendars link to the next one for ever. */
const calendar = /(?:^|[/=?&_-])((?:19|20)\d\d)[/-](?:0?[1-9]|1[0-2])(?:[/-](?:0?[1-9]|[12]\d|3[01]))?(?=$|[/?&=])/

/** Detects endless addresses; counts addresses per path. */
export function createTraps(year: number, maxDepth = 10) {
  const queries = new Map<string, number>()

  return (address: string, depth: number): boolean => {
    const { pathname, search } = new URL(address)
    if (depth > maxDepth || repeats(pathname) > maxRepeats || isFarDate(pathname + search, year)) return true
    if (search === '') return false
    if (search.split('&').length > maxParameters) return true
    const seen = (queries.get(pathname) ?? 0) + 1
    queries.set(pathname, seen)
    return seen > maxAddressesOfAPath
  }
}

function repeats(pathname: string): number {
  const counts = new Map<string, number>()
  for (const segment of pathname.split('/')) if (segment !== '') counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** Articles have past dates; only calendars reach future years or years before the web. */
function isFarDate(target: string, year: number): boolean {
  const found = calendar.exec(target)
  return found !== null && (Number(found[1]) > year + 1 || Number(found[1]) < 1990)
}
