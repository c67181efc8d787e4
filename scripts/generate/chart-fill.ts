/** An object of Kubernetes; `when` is a condition of Helm's templates. */
export type Entity = { kind: string; metadata: { name: string } & Record<string, unknown>; when?: string } & Record<
  string,
  unknown
>

/** How the chart's objects get what the operator gives: as expressions of Helm's templates, or as the values themselves. */
export type Fill = {
  /** A text of docker-compose.yml: variables are names of `env` in values.yaml, with compose's defaults and demands. */
  text(compose: string): string
  /** An entry of values.yaml. */
  value(path: string): unknown
  /** The secret with the operator's secrets: his own, or one that the chart makes. */
  secretName(made: string): string
  /** Changes with these entries of values.yaml. */
  checksum(paths: readonly string[]): string
}
/** A variable in docker-compose.yml: its name, and what it is where it is missing. */
export const variable = /\$\{(\w+):([-?])([^}]*)\}/g
const quoted = (text: string) => JSON.stringify(text)

/** Fills in marks, and puts Helm's expressions in their places once the objects are written as YAML. */
export function templateFill(): Fill & { written(yaml: string): string } {
  const expressions: string[] = []
  const mark = (expression: string) => `mark-${expressions.push(expression) - 1}-`
  return {
    text(compose) {
      const found = [...compose.matchAll(variable)]
      if (found.length === 0) return compose
      const format = compose.replaceAll('%', '%%').replaceAll(variable, '%v')
      const given = found.map(([, name = '', kind, other = '']) => {
        const value = `.Values.env.${name}`
        return kind === '?' ? `(required ${quoted(other)} ${value})` : `(${value} | default ${quoted(other)})`
      })
      return mark(`printf ${quoted(format)} ${given.join(' ')} | quote`)
    },
    value: (path) => mark(`toJson .Values.${path}`),
    secretName: (made) => mark(`.Values.existingSecret | default ${quoted(made)} | quote`),
    checksum: (paths) => mark(`list ${paths.map((path) => `.Values.${path}`).join(' ')} | toJson | sha256sum | quote`),
    written: (yaml) => yaml.replace(/mark-(\d+)-/g, (_, index) => `{{ ${expressions[Number(index)]} }}`),
  }
}
