/** Whether `If-None-Match` holds a tag (RFC 9110, 13.1.2): compared weakly, `*` holds every one. */
export function holdsTag(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  if (condition.trim() === '*') return true
  const opaque = opaqueOf(tag)
  // Ours have no comma.
  return condition.split(',').some((one) => opaqueOf(one.trim()) === opaque)
}

function opaqueOf(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
