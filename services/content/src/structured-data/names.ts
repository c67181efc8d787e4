export const schemaOrg = 'https://schema.org/'
const address = /^https?:\/\/(?:www\.)?schema\.org\/+#?/i

/** Short schema.org name; other addresses stay whole. */
export function ofSchemaOrg(term: string): string {
  return term.replace(address, '')
}

/** schema.org names have no colon: others are addresses, or begin with one. */
export function isOwnName(name: string): boolean {
  return !name.includes(':')
}
