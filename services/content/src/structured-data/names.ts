export const schemaOrg = 'https://schema.org/'
const address = /^https?:\/\/(?:www\.)?schema\.org\/+#?/i

/** The short name of an address in schema.org; other addresses stay whole. */
export function ofSchemaOrg(term: string): string {
  return term.replace(address, '')
}

/** Whether a name is schema.org's: other vocabularies have whole addresses, and unknown ones a colon at the start. */
export function isOwnName(name: string): boolean {
  return !name.includes(':')
}
