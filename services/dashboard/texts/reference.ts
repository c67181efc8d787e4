import type { ReactNode } from 'react'
import { rich } from './rich.ts'

export const reference = {
  listOf: (items: string) => `list of ${items}`,
  example: 'Example',
  parameters: 'Parameters',
  body: 'Body',
  response: 'Response',
  exampleResponse: 'Example response',
  errors: 'Errors',
  apiReference: 'API reference',
  docsOpenapiJson: '/docs/openapi.json',
  forProgramsOpenAPI: (link: ReactNode) => rich`For programs: ${link} (OpenAPI)`,
  findAnEndpointOrField: 'Find an endpoint or field',
  noEndpointsMatch: 'No endpoints match.',
  yourSites: 'Your sites',
  signIn: 'Sign in',
  beforeFirstCall: 'Before the first call',
  inEveryResponse: 'In every response',
  allowance: 'allowance',
  errorApplicationProblemJson: 'An error (application/problem+json)',
  theKey: (name: string) => `<the key “${name}”>`,
  guides: 'Guides',
  agents: 'Agents',
  noSuchGuide: 'There is no guide with this name.',
  yourServerKey: '<your server key>',
}
