import { useLocation } from '@tanstack/react-router'

/** What stands behind the `#` of the address: the secret of a link, which no server sees. */
export function useHash(): string {
  return useLocation({ select: ({ hash }) => hash })
}
