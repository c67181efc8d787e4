import type { z } from 'zod'

const utf8 = new TextEncoder()

/** An answer that was checked against its row and written as JSON where it was made, in a thread: the loop only sends it. */
export class Written {
  /** The row that it was checked against. */
  readonly operation: string
  readonly json: Uint8Array<ArrayBuffer>

  constructor(operation: string, json: Uint8Array<ArrayBuffer>) {
    this.operation = operation
    this.json = json
  }
}

/** Throws for an answer that does not match the row's schema. */
export function writtenAs(operation: string, response: z.ZodObject, answer: object): Written {
  return new Written(operation, utf8.encode(JSON.stringify(response.parse(answer))))
}
