const key = 'account'

/** The account that this tab works in: each tab has its own, so that two tabs never mix theirs. */
export function chosenAccount(): string | null {
  return sessionStorage.getItem(key)
}

export function chooseAccount(id: string | null): void {
  if (id === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, id)
}
