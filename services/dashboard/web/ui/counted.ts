/** How many there are of something that is named in the plural: "1 query" of "queries". */
export function counted(count: number, names: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? names.replace(/ies$/, 'y').replace(/s$/, '') : names}`
}
