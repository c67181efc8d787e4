type Issue = { variable: string; message: string }

/** The variables that entries of the list `list` need and that are not set, each with its sentence. */
export function lackingVariables<Name extends string, Config extends object>(
  list: keyof Config & string,
  listed: readonly Name[],
  needed: Readonly<Record<Name, readonly (keyof Config & string)[]>>,
  config: Config,
): Issue[] {
  const lackedBy = (name: Name) => needed[name].filter((variable) => config[variable] === undefined)
  return listed.flatMap((name) =>
    lackedBy(name).map((variable) => ({ variable, message: `is needed because ${list} lists ${name}` })),
  )
}
