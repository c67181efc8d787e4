import type { ReactNode } from 'react'
import type { reference as english } from '../reference.ts'
import { rich } from '../rich.ts'

export const reference: typeof english = {
  listOf: (items: string) => `daftar ${items}`,
  example: 'Contoh',
  parameters: 'Parameter',
  body: 'Body',
  response: 'Respons',
  exampleResponse: 'Contoh respons',
  errors: 'Kesalahan',
  apiReference: 'Referensi API',
  docsOpenapiJson: '/docs/openapi.json',
  forProgramsOpenAPI: (link: ReactNode) => rich`Untuk program: ${link} (OpenAPI)`,
  findAnEndpointOrField: 'Cari endpoint atau field',
  noEndpointsMatch: 'Tidak ada endpoint yang cocok.',
  yourSites: 'Situs Anda',
  signIn: 'Masuk',
  beforeFirstCall: 'Sebelum panggilan pertama',
  inEveryResponse: 'Di setiap respons',
  allowance: 'kuota',
  errorApplicationProblemJson: 'Kesalahan (application/problem+json)',
  theKey: (name: string) => `<kunci “${name}”>`,
  guides: 'Panduan',
  agents: 'Agen',
  noSuchGuide: 'Tidak ada panduan dengan nama ini.',
  yourServerKey: '<kunci server Anda>',
}
