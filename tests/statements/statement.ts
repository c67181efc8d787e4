export const kinds = [
  'link',
  'path',
  'command',
  'variable',
  'metric',
  'tool',
  'error code',
  'audit code',
  'log line',
  'endpoint',
  'name',
] as const
export type Kind = (typeof kinds)[number]
/** Something that a document says is there. */
export type Statement = { kind: Kind; says: string; holds: boolean }
