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
  moreAboutTheApi: 'Tentang API',
  errorsByCode: 'Kesalahan menurut kode',
  meaningOfEachCode: 'Arti setiap kode, dan apa yang perlu dilakukan.',
  statusAndTitle: (status: number, title: string) => `${status} · ${title}`,
  canSucceedLater: 'Panggilan yang sama bisa berhasil nanti.',
  versions: 'Versi',
  howTheApiChanges: 'Bagaimana API berubah, dan apa yang akan dihapus.',
  theRules: 'Aturannya',
  yourServerKey: '<kunci server Anda>',
}
