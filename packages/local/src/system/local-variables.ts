// biome-ignore-all format: its rows are written by `npm run generate`
import type { BuiltService } from '@rts/shared/contract/services'

type LocalVariable = { name: string; value: string; unless?: string }

/**
 * What `npm start` gives each service: a variable that the user has not set, or one whose `unless` is empty. `{sandbox}` is the
 * sandbox's address, `{root}` the repository.
 */
export const localVariables: Readonly<Record<BuiltService, readonly LocalVariable[]>> = {
  // generated: local variables
  gateway: [
    { name: 'SUPPORT_EMAIL', value: 'support@localhost.test', unless: 'SUPPORT_EMAIL' },
  ],
  projects: [
    { name: 'SERP_PROVIDERS', value: 'serpapi' },
    { name: 'DATAFORSEO_LOGIN', value: 'sandbox', unless: 'DATAFORSEO_LOGIN' },
    { name: 'DATAFORSEO_PASSWORD', value: 'sandbox', unless: 'DATAFORSEO_LOGIN' },
    { name: 'DATAFORSEO_BASE_URL', value: '{sandbox}/dataforseo', unless: 'DATAFORSEO_LOGIN' },
    { name: 'SERPAPI_KEY', value: 'sandbox', unless: 'SERPAPI_KEY' },
    { name: 'SERPAPI_BASE_URL', value: '{sandbox}/serpapi', unless: 'SERPAPI_KEY' },
    { name: 'SERPER_KEY', value: 'sandbox', unless: 'SERPER_KEY' },
    { name: 'SERPER_BASE_URL', value: '{sandbox}/serper', unless: 'SERPER_KEY' },
    { name: 'VALUESERP_KEY', value: 'sandbox', unless: 'VALUESERP_KEY' },
    { name: 'VALUESERP_BASE_URL', value: '{sandbox}/valueserp', unless: 'VALUESERP_KEY' },
    { name: 'SEARXNG_BASE_URL', value: '{sandbox}/searxng', unless: 'SEARXNG_BASE_URL' },
    { name: 'GOOGLE_CLIENT_ID', value: 'played-client', unless: 'GOOGLE_CLIENT_ID' },
    { name: 'GOOGLE_CLIENT_SECRET', value: 'played-client-secret', unless: 'GOOGLE_CLIENT_ID' },
    { name: 'GOOGLE_AUTHORIZE_URL', value: '{sandbox}/google_consent/auth', unless: 'GOOGLE_CLIENT_ID' },
    { name: 'GOOGLE_TOKEN_URL', value: '{sandbox}/google_oauth/token', unless: 'GOOGLE_CLIENT_ID' },
    { name: 'GOOGLE_REVOKE_URL', value: '{sandbox}/google_oauth/revoke', unless: 'GOOGLE_CLIENT_ID' },
    { name: 'SEARCH_CONSOLE_BASE_URL', value: '{sandbox}/search_console/webmasters/v3', unless: 'GOOGLE_CLIENT_ID' },
  ],
  research: [
    { name: 'DATAFORSEO_LOGIN', value: 'sandbox', unless: 'DATAFORSEO_LOGIN' },
    { name: 'DATAFORSEO_PASSWORD', value: 'sandbox', unless: 'DATAFORSEO_LOGIN' },
    { name: 'DATAFORSEO_BASE_URL', value: '{sandbox}/dataforseo', unless: 'DATAFORSEO_LOGIN' },
    { name: 'KEYWORD_PROVIDERS', value: 'dataforseo,autocomplete' },
    { name: 'GOOGLE_ADS_DEVELOPER_TOKEN', value: 'sandbox', unless: 'GOOGLE_ADS_DEVELOPER_TOKEN' },
    { name: 'GOOGLE_ADS_CLIENT_ID', value: 'sandbox', unless: 'GOOGLE_ADS_DEVELOPER_TOKEN' },
    { name: 'GOOGLE_ADS_CLIENT_SECRET', value: 'sandbox', unless: 'GOOGLE_ADS_DEVELOPER_TOKEN' },
    { name: 'GOOGLE_ADS_REFRESH_TOKEN', value: 'sandbox', unless: 'GOOGLE_ADS_DEVELOPER_TOKEN' },
    { name: 'GOOGLE_ADS_CUSTOMER_ID', value: '1234567890', unless: 'GOOGLE_ADS_DEVELOPER_TOKEN' },
    { name: 'GOOGLE_ADS_BASE_URL', value: '{sandbox}/google_ads', unless: 'GOOGLE_ADS_DEVELOPER_TOKEN' },
    { name: 'GOOGLE_TOKEN_URL', value: '{sandbox}/google_ads/token', unless: 'GOOGLE_ADS_DEVELOPER_TOKEN' },
    { name: 'AUTOCOMPLETE_BASE_URL', value: '{sandbox}/autocomplete' },
    { name: 'BACKLINK_PROVIDERS', value: 'dataforseo,bing' },
    { name: 'BING_API_KEY', value: 'sandbox', unless: 'BING_API_KEY' },
    { name: 'BING_BASE_URL', value: '{sandbox}/bing', unless: 'BING_API_KEY' },
    { name: 'OPENPAGERANK_KEY', value: 'sandbox', unless: 'OPENPAGERANK_KEY' },
    { name: 'OPENPAGERANK_BASE_URL', value: '{sandbox}/openpagerank', unless: 'OPENPAGERANK_KEY' },
    { name: 'GRAPH_BASE_URL', value: '{sandbox}/commoncrawl/projects/hyperlinkgraph' },
    { name: 'AI_ENGINES', value: 'openai,anthropic,gemini,perplexity' },
    { name: 'OPENAI_API_KEY', value: 'sandbox', unless: 'OPENAI_API_KEY' },
    { name: 'OPENAI_BASE_URL', value: '{sandbox}/openai', unless: 'OPENAI_API_KEY' },
    { name: 'OPENAI_MODEL', value: 'played', unless: 'OPENAI_API_KEY' },
    { name: 'ANTHROPIC_API_KEY', value: 'sandbox', unless: 'ANTHROPIC_API_KEY' },
    { name: 'ANTHROPIC_BASE_URL', value: '{sandbox}/anthropic', unless: 'ANTHROPIC_API_KEY' },
    { name: 'ANTHROPIC_MODEL', value: 'played', unless: 'ANTHROPIC_API_KEY' },
    { name: 'GEMINI_API_KEY', value: 'sandbox', unless: 'GEMINI_API_KEY' },
    { name: 'GEMINI_BASE_URL', value: '{sandbox}/gemini', unless: 'GEMINI_API_KEY' },
    { name: 'GEMINI_MODEL', value: 'played', unless: 'GEMINI_API_KEY' },
    { name: 'PERPLEXITY_API_KEY', value: 'sandbox', unless: 'PERPLEXITY_API_KEY' },
    { name: 'PERPLEXITY_BASE_URL', value: '{sandbox}/perplexity', unless: 'PERPLEXITY_API_KEY' },
    { name: 'PERPLEXITY_MODEL', value: 'played', unless: 'PERPLEXITY_API_KEY' },
    { name: 'COMPATIBLE_API_KEY', value: 'sandbox', unless: 'COMPATIBLE_BASE_URL' },
    { name: 'COMPATIBLE_BASE_URL', value: '{sandbox}/compatible/v1', unless: 'COMPATIBLE_BASE_URL' },
    { name: 'COMPATIBLE_MODEL', value: 'played', unless: 'COMPATIBLE_BASE_URL' },
  ],
  content: [
    { name: 'WRITER_API_KEY', value: 'sandbox', unless: 'WRITER_BASE_URL' },
    { name: 'WRITER_BASE_URL', value: '{sandbox}/writer/v1', unless: 'WRITER_BASE_URL' },
    { name: 'WRITER_MODEL', value: 'played', unless: 'WRITER_BASE_URL' },
  ],
  dashboard: [
    { name: 'SUPPORT_EMAIL', value: 'support@localhost.test', unless: 'SUPPORT_EMAIL' },
    { name: 'PAYMENT_PROVIDER', value: 'midtrans' },
    { name: 'PRICES_FILE', value: '{root}/deploy/prices.json', unless: 'PRICES_FILE' },
    { name: 'MIDTRANS_SERVER_KEY', value: 'sandbox', unless: 'MIDTRANS_SERVER_KEY' },
    { name: 'MIDTRANS_SNAP_URL', value: '{sandbox}/midtrans', unless: 'MIDTRANS_SERVER_KEY' },
    { name: 'MIDTRANS_API_URL', value: '{sandbox}/midtrans', unless: 'MIDTRANS_SERVER_KEY' },
    { name: 'XENDIT_SECRET_KEY', value: 'sandbox', unless: 'XENDIT_SECRET_KEY' },
    { name: 'XENDIT_CALLBACK_TOKEN', value: 'sandbox', unless: 'XENDIT_SECRET_KEY' },
    { name: 'XENDIT_BASE_URL', value: '{sandbox}/xendit', unless: 'XENDIT_SECRET_KEY' },
  ],
  mcp: [
  ],
  // end
}
