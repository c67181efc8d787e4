import { type Fill, variable } from '../../../scripts/generate/chart-fill.ts'

/** Fills in what a release with these values would have, so that the objects can be looked at without Helm. */
export function valueFill(values: { env: Readonly<Record<string, string>> } & Record<string, unknown>): Fill {
  const valueAt = (path: string) => path.split('.').reduce<unknown>((inner, key) => Object(inner)[key], values)
  return {
    text: (compose) =>
      compose.replaceAll(variable, (_, name: string, kind: string, other: string) => {
        const value = values.env[name]
        if (kind === '?' && !value) throw new Error(other)
        return value || (kind === '?' ? '' : other)
      }),
    value: valueAt,
    secretName: (made) => String(values.existingSecret || made),
    checksum: (paths) => JSON.stringify(paths.map(valueAt)),
  }
}
