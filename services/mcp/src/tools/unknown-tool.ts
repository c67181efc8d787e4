import { lettersApart } from '@rts/shared/derive/distance'

/** Who asks for a longer name has not mistyped. */
const longestName = 100

/** The text for a tool that does not exist: what to call instead, of the tools that the caller sees. */
export function unknownTool(asked: string, names: readonly string[]): string {
  const [only] = names
  if (names.length === 1)
    return `Unknown tool. Without a token ${only} is the only one: call it, then reconnect with its token`
  const meant = nearest(asked.toLowerCase(), names)
  return meant === null
    ? 'Unknown tool: tools/list lists all'
    : `Unknown tool; the nearest is ${meant}, and tools/list lists all`
}

/** Half of the letters must fit. */
function nearest(asked: string, names: readonly string[]): string | null {
  if (asked.length > longestName) return null
  const [first] = names
    .map((name) => ({ name, apart: lettersApart(asked, name) }))
    .filter(({ name, apart }) => apart <= Math.max(asked.length, name.length) / 2)
    .sort((a, b) => a.apart - b.apart)
  return first?.name ?? null
}
