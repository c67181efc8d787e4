import type { OutputOf } from '../../api/call.ts'

type Failure = OutputOf<'articles.get'>['article']['error']

const causes: Record<NonNullable<Failure>, string> = {
  auth: 'the writer’s provider refused the key of this installation',
  quota: 'the quota of this installation at the writer’s provider is used up',
  rate: 'the writer’s provider was asked too often',
  bad_request: 'the writer’s provider refused the request',
  unsupported: 'the writer’s provider does not write this',
  upstream: 'the writer’s provider did not answer as it should',
  timeout: 'the writer did not answer in time',
  parse: 'the writer’s answer could not be read',
  storage: 'the text could not be stored',
  budget: 'what this installation may spend on writing today is used up',
  no_provider: 'no writer is set up in this installation',
}

/** Why a text was not written, as a sentence. */
export function whyFailed(error: Failure): string {
  return error === null ? 'It could not be written.' : `It could not be written: ${causes[error]}.`
}
