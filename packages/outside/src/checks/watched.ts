/** As paths: `tasks[].result[].items`. */
export type ReadFields = {
  found(): string[]
  missing(): string[]
  watch(answer: unknown): unknown
}

/** Records what the product's code reads: no second list of fields can disagree. */
export function createReadFields(): ReadFields {
  const isThere = new Map<string, boolean>()

  function note(path: string, value: unknown): void {
    isThere.set(path, isThere.get(path) === true || value !== undefined)
  }

  function watch(value: unknown, path = ''): unknown {
    if (typeof value !== 'object' || value === null) return value
    // A loose schema lists all fields after reading its own: that is copying.
    let copies = false
    const nameOf = (key: string | symbol): string | null => {
      if (typeof key === 'symbol' || key === 'then' || key in Object.prototype) return null
      if (Array.isArray(value)) return /^\d+$/.test(key) ? `${path}[]` : null
      return path === '' ? key : `${path}.${key}`
    }
    const seen = (key: string | symbol, inner: unknown) => {
      const name = nameOf(key)
      if (name !== null && !(copies && inner !== undefined)) note(name, inner)
      return name
    }
    return new Proxy(value, {
      get(target, key, receiver) {
        const inner: unknown = Reflect.get(target, key, receiver)
        const name = seen(key, inner)
        return name === null ? inner : watch(inner, name)
      },
      has(target, key) {
        seen(key, Reflect.get(target, key))
        return Reflect.has(target, key)
      },
      ownKeys(target) {
        copies = true
        return Reflect.ownKeys(target)
      },
    })
  }

  const listed = (there: boolean) => [...isThere].flatMap(([path, is]) => (is === there ? [path] : [])).sort()
  return { found: () => listed(true), missing: () => listed(false), watch }
}
