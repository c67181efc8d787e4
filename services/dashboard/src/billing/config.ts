import { baseUrl, secret } from '@rts/outside/config'
import { integerVariable } from '@rts/shared/config'
import { z } from 'zod'

/** The variables of checkout. */
export const paymentVariables = {
  /** Who takes new payments; without it nothing can be bought. */
  PAYMENT_PROVIDER: z.enum(['midtrans', 'xendit']).optional(),
  PAYMENT_TIMEOUT_MS: integerVariable(100, 60_000).default(8_000),
  PRICES_FILE: z.string().optional(),
  MIDTRANS_SERVER_KEY: secret,
  /** Midtrans’ own, live or for tests as the key is, if they are not set. */
  MIDTRANS_SNAP_URL: baseUrl.optional(),
  MIDTRANS_API_URL: baseUrl.optional(),
  XENDIT_SECRET_KEY: secret,
  XENDIT_CALLBACK_TOKEN: secret,
  XENDIT_BASE_URL: baseUrl.default('https://api.xendit.co'),
}
const variables = z.object(paymentVariables)
export type PaymentConfig = z.output<typeof variables>
type Issue = { variable: string; message: string }

/** Whether a key moves real money. What is not known as a test key does. */
export function isLive({ PAYMENT_PROVIDER: provider, ...keys }: PaymentConfig): boolean {
  if (provider === 'midtrans') return isLiveMidtrans(keys.MIDTRANS_SERVER_KEY)
  return provider === 'xendit' && isLiveXendit(keys.XENDIT_SECRET_KEY)
}

const isLiveMidtrans = (key: string | undefined): boolean =>
  key !== undefined && key !== playedKey && !key.startsWith('SB-')
const isLiveXendit = (key: string | undefined): boolean =>
  key !== undefined && key !== playedKey && !key.startsWith('xnd_development_')
/** The key for the sandbox that stands in for a provider. */
const playedKey = 'sandbox'

/** The addresses of Midtrans that belong to a key. */
export function midtransUrls({ MIDTRANS_SERVER_KEY: key, ...config }: PaymentConfig) {
  const host = isLiveMidtrans(key) ? 'midtrans.com' : 'sandbox.midtrans.com'
  return {
    snapUrl: config.MIDTRANS_SNAP_URL ?? `https://app.${host}`,
    apiUrl: config.MIDTRANS_API_URL ?? `https://api.${host}`,
  }
}

/** What is missing for the chosen provider, or must not be. */
export function paymentConfigIssues(config: PaymentConfig & { PUBLIC_URL: string }): Issue[] {
  const { PAYMENT_PROVIDER: provider, PUBLIC_URL } = config
  const needed = (variable: keyof PaymentConfig): Issue[] =>
    config[variable] ? [] : [{ variable, message: `is needed by PAYMENT_PROVIDER ${provider}` }]
  const keys: [keyof PaymentConfig, boolean][] = [
    ['MIDTRANS_SERVER_KEY', isLiveMidtrans(config.MIDTRANS_SERVER_KEY)],
    ['XENDIT_SECRET_KEY', isLiveXendit(config.XENDIT_SECRET_KEY)],
  ]
  const live = keys.filter(([, isLiveKey]) => isLiveKey)
  return [
    ...(provider ? needed('PRICES_FILE') : []),
    ...(provider === 'midtrans' ? needed('MIDTRANS_SERVER_KEY') : []),
    ...(provider === 'xendit' || config.XENDIT_SECRET_KEY
      ? [...needed('XENDIT_SECRET_KEY'), ...needed('XENDIT_CALLBACK_TOKEN')]
      : []),
    ...(PUBLIC_URL.startsWith('https:') ? [] : live).map(([key]) => ({
      variable: 'PUBLIC_URL',
      message: `must begin with https: because ${key} is a live key`,
    })),
  ]
}
