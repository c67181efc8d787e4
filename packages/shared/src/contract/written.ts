import type { z } from 'zod'

const utf8 = new TextEncoder()

/** A checked answer, written as JSON in the thread that made it. */
export class Written {
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
