/** The secrets of services in tests and benchmarks. */
export const testSecrets = {
  SEAL_KEYS: 'k1:a-secret-that-seals-in-tests',
  AUTH_SECRET: 'a-secret-that-signs-sessions-in-tests',
  NETWORK_KEY: 'a-secret-that-keys-networks-in-tests',
}
