/** A number with its noun: "1 keyword", "1,200 keywords". Without `many` the noun takes an s. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
