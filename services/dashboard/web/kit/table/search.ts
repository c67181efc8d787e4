type Search = Record<string, unknown>

/** The row whose details are shown beside the table. */
export const openSearch = ({ open }: Search): { open?: string } => (typeof open === 'string' ? { open } : {})

/** A part of an address that is one of the known names. */
export function oneOf<Name extends string, Key extends string>(
  name: Name,
  known: Readonly<Record<Key, string>>,
  value: unknown,
) {
  // safe because it is one of the names
  return (typeof value === 'string' && Object.hasOwn(known, value) ? { [name]: value } : {}) as { [N in Name]?: Key }
}
