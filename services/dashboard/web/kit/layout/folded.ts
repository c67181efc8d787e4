const key = 'folded-groups'

/** Whether a group of the menu is folded away in this browser. */
export function isFolded(id: string): boolean {
  return folded().includes(id)
}

/** Folds a group, or unfolds it. Answers whether it is folded now. */
export function turnFold(id: string): boolean {
  const before = folded()
  const isOne = before.includes(id)
  localStorage.setItem(key, (isOne ? before.filter((each) => each !== id) : [...before, id]).join(' '))
  return !isOne
}

function folded(): string[] {
  return (localStorage.getItem(key) ?? '').split(' ').filter((id) => id !== '')
}
