/** The JSON of a notice; undefined if it is none. */
export function parsedNotice(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
