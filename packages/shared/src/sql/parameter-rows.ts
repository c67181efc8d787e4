type Fields = Record<string, string>

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Rows as parameters of a statement: an array for each field, from `$first` on. `fields` has the Postgres type of each. In SQL a field
 * has its name in snake case; values are read from rows by name, so nothing is matched by its place.
 */
export function parameterRows<const F extends Fields>(fields: F, first = 1) {
  const names = Object.keys(fields)
  return {
    sql: (alias: string) =>
      `unnest(${names.map((name, i) => `$${first + i}::${fields[name]}[]`).join(', ')}) AS ${alias} (${names.map(snakeCase).join(', ')})`,
    /** The number of the next parameter. */
    next: first + names.length,
    values: (rows: readonly { [N in keyof F]: unknown }[]) => names.map((name) => rows.map((row) => row[name])),
  }
}
