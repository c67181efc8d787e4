import type { z } from 'zod'

const utf8 = new TextEncoder()

/** Checked and written as JSON in the thread that made it. */
export class Written {
  readonly operation: string
  readonly json: Uint8Array<ArrayBuffer>

  constructor(operation: string, json: Uint8Array<ArrayBuffer>) {
    this.operation = operation
    this.json = json
  }
}

/** Throws if the row's schema refuses the answer. */
export function writtenAs(operation: string, response: z.ZodObject, answer: object): Written {
  return new Written(operation, utf8.encode(JSON.stringify(response.parse(answer))))
}
