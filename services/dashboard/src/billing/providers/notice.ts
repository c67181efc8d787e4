/** The JSON of a notice; undefined if it is none, or holds a NUL, which no database stores as text. */
export function parsedNotice(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString('utf8')
  if (/\0|\\u0000/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
