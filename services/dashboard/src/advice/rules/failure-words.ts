import type { FailureKind } from '@rts/shared/failure'

/** Why a check failed, in the words of a card. */
export const failureWords: Readonly<Record<FailureKind, string>> = {
  auth: 'the search provider refused our key',
  quota: 'our quota at the search provider is used up',
  rate: 'the search provider was asked too often',
  bad_request: 'the search provider refused the request',
  unsupported: 'the search provider does not offer this',
  upstream: 'the search provider did not answer as it should',
  timeout: 'the search provider did not answer in time',
  parse: 'the answer could not be read',
  storage: 'the answer could not be stored',
  budget: 'the spending of the day was used up',
  no_provider: 'no search provider is set up',
}
