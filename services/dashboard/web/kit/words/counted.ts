/** How many there are of something that is named in the plural: "1 query" of "queries", "1 competitor per site". */
export function counted(count: number, names: string): string {
  const [first = '', ...rest] = names.split(' per ')
  const one = first
    .replace(/ies$/, 'y')
    .replace(/(sh)es$/, '$1')
    .replace(/s$/, '')
  return `${count.toLocaleString('en')} ${[count === 1 ? one : first, ...rest].join(' per ')}`
}
