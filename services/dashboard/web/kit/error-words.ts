import { createContext, type ReactNode, useContext } from 'react'

/** How an error is worded. The kit knows no error of the product: the app passes this in. */
export type ErrorWords = {
  /** One sentence for people. */
  sentenceOf(error: unknown): string
  /** Why something was not done, and the way on. */
  reasonOf(error: unknown): ReactNode
  /** The fields of a form that the error is about. */
  fieldsOf(error: unknown): readonly { field: string; message: string }[]
}

const sentenceOf = (error: unknown) => String(error)

export const ErrorWording = createContext<ErrorWords>({ sentenceOf, reasonOf: sentenceOf, fieldsOf: () => [] })

export function useErrorWords(): ErrorWords {
  return useContext(ErrorWording)
}
