import { z } from 'zod'

/** A client as its own metadata document describes it: the only check made is that it serves this document. */
export const clientRow = z.object({
  /** The address of the document. */
  id: z.string(),
  name: z.string(),
  host: z.string(),
})

/** A request for consent, as a page shows it. */
export const consentRow = z.object({
  client: clientRow,
  /** Where the code goes; null where that is a program on the person’s own machine. */
  returnHost: z.string().nullable(),
  /** Opens the app on that machine which gets the code; null where that is a program that listens there, or a host. */
  returnScheme: z.string().nullable(),
  /** Why it cannot be granted; null if it can. */
  problem: z.string().nullable(),
  /** Where to go back to without consent. */
  refuseUrl: z.string(),
})
