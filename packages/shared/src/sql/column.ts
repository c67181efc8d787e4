export const typeNames: Record<TypeName, readonly string[]> = {
  text: ['text', 'varchar', 'bpchar', 'uuid', 'name'],
  int: ['int4', 'int2'],
  bigint: ['int8'],
  float: ['float8', 'float4'],
  boolean: ['bool'],
  time: ['timestamptz', 'timestamp'],
  bytes: ['bytea'],
  json: ['json', 'jsonb'],
  texts: ['_text', '_varchar', '_uuid'],
  ints: ['_int4', '_int2'],
  floats: ['_float8'],
}

type TypeName =
  | 'text'
  | 'int'
  | 'bigint'
  | 'float'
  | 'boolean'
  | 'time'
  | 'bytes'
  | 'json'
  | 'texts'
  | 'ints'
  | 'floats'
/** `orNull`: rows may hold null. `filled`: the table allows null, but the statement's WHERE excludes it, so rows hold none. */
type Nulls = 'none' | 'orNull' | 'filled'

export class Column<T> {
  readonly type: TypeName
  readonly nulls: Nulls
  declare readonly value: T

  constructor(type: TypeName, nulls: Nulls = 'none') {
    this.type = type
    this.nulls = nulls
  }

  get orNull(): Column<T | null> {
    return new Column(this.type, 'orNull')
  }

  /** A nullable column of the table whose nulls the statement's WHERE excludes: the row type has no null. */
  get filled(): Column<T> {
    return new Column(this.type, 'filled')
  }

  /** The same column with a narrower type that all writers keep to: a union of strings, the shape of a JSON document. */
  of<Narrow extends T>(): Column<Narrow> {
    return new Column(this.type, this.nulls)
  }
}

export const text = new Column<string>('text')
export const int = new Column<number>('int')
/** `pg` answers it as text. */
export const bigint = new Column<string>('bigint')
export const float = new Column<number>('float')
export const boolean = new Column<boolean>('boolean')
export const time = new Column<Date>('time')
export const bytes = new Column<Buffer>('bytes')
export const json = new Column<unknown>('json')
export const texts = new Column<string[]>('texts')
export const ints = new Column<number[]>('ints')
export const floats = new Column<number[]>('floats')

export type Columns<Row = Record<string, unknown>> = { readonly [K in keyof Row]-?: Column<Row[K]> }
export type RowOf<C> = { -readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never }

/** The list of a SELECT: each column from its field in snake case, of the table `alias`, or from `expressions`. */
export function selectList<C extends Columns>(
  columns: C,
  alias: string,
  expressions: { readonly [K in keyof C]?: string } = {},
): string {
  return Object.keys(columns)
    .map((field) => {
      const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      const source = expressions[field] ?? `${alias}.${column}`
      return source === `${alias}.${field}` ? source : `${source} AS "${field}"`
    })
    .join(', ')
}
