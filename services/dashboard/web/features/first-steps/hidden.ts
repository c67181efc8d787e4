const yearSeconds = 31_536_000
const name = 'first-steps-hidden'

/** Whether the person hid the first steps of an account in this browser. A cookie, because signing out empties the storage. */
export function isHidden(accountId: string): boolean {
  return accountsOf(document.cookie).includes(accountId)
}

export function hide(accountId: string): void {
  const accounts = [...accountsOf(document.cookie), accountId].slice(-20).join('.')
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `${name}=${accounts}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
}

function accountsOf(cookies: string): string[] {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return found?.slice(name.length + 1).split('.') ?? []
}
