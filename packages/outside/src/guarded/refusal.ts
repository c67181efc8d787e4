import { AppError } from '@rts/shared/errors'

/** Unknown and private names are one kind: a caller must not learn our network's names. */
const sentences = {
  bad_url: 'it is no public http or https address',
  other_site: "it is not on the site's own domain",
  not_public: 'its name leads to no public server',
  connect: 'its server cannot be reached or hangs up',
  tls: 'its certificate is not valid',
  timeout: 'it takes too long',
  stopped: 'its caller has left',
  too_large: 'its answer is too large',
  too_many_redirects: 'it redirects too often',
  bad_encoding: 'its content coding cannot be read',
  protocol: 'its answer is not HTTP',
} as const

export type FetchFailureKind = keyof typeof sentences

export class Refused extends Error {
  readonly kind: FetchFailureKind

  constructor(kind: FetchFailureKind) {
    super(kind)
    this.kind = kind
  }
}

/** A sentence and the kind, never an address. */
export function fetchFailed(kind: FetchFailureKind): AppError {
  return new AppError('fetch_failed', `The address could not be fetched: ${sentences[kind]} (${kind})`)
}

const kindsOfCodes: [codes: RegExp, kind: FetchFailureKind][] = [
  [/TIMEOUT|^TimeoutError$|ETIMEDOUT/, 'timeout'],
  [/^AbortError$/, 'stopped'],
  [/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/, 'tls'],
  [/ECONN|EHOST|ENET|EADDR|EPIPE|UND_ERR_SOCKET/, 'connect'],
  [/HEADERS_OVERFLOW/, 'too_large'],
  [/^(Z_|ERR__ERROR|ERR_BROTLI)/, 'bad_encoding'],
]

/** By the codes of Node and undici. */
export function kindOfError(thrown: unknown): FetchFailureKind {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof Refused) return error.kind
    const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
    const known = kindsOfCodes.find(([codes]) => codes.test(code))
    if (known) return known[1]
  }
  return 'protocol'
}
