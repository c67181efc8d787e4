/** A provider's amount as whole rupiah: a number, or a text like `299000.00`; NaN if it is anything else. */
export function rupiah(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  const [, whole] = /^(\d{1,15})(?:\.0{1,2})?$/.exec(text) ?? []
  return whole === undefined ? Number.NaN : Number(whole)
}
