import { lettersApart } from '@rts/shared/derive/distance'

/** Who asks for a longer name has not mistyped. */
const longestName = 100
const maxNear = 3

/** The tools that a caller sees, and those of them that are open to it. */
type Known = { listed: readonly string[]; open: readonly string[] }

/** The text for a tool that does not exist: what to call instead. */
export function unknownTool(asked: string, { listed, open: names }: Known): string {
  const [only] = listed
  if (listed.length === 1)
    return `Unknown tool. Without a token ${only} is the only one: call it, then reconnect with its token`
  const near = nearest(asked.toLowerCase(), listed)
  const open = `this key may call ${names.join(', ')}`
  return near.length === 0 ? `Unknown tool: ${open}` : `Unknown tool; near it: ${near.join(', ')}. In all, ${open}`
}

/** The nearest first. Half of the letters must fit. */
function nearest(asked: string, names: readonly string[]): string[] {
  if (asked.length > longestName) return []
  return names
    .map((name) => ({ name, apart: lettersApart(asked, name) }))
    .filter(({ name, apart }) => apart <= Math.max(asked.length, name.length) / 2)
    .sort((a, b) => a.apart - b.apart)
    .slice(0, maxNear)
    .map(({ name }) => name)
}
