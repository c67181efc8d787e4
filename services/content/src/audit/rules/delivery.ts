import type { Page, Resource } from '../../page/page.ts'
import type { Finding, PageRule, Rules, SiteRule } from './rule.ts'
import type { guardHeaders, Site } from './site.ts'

const megabyte = 1_048_576

function insecure({ url, resources }: Page, kinds: readonly Resource['kind'][]): string | false {
  if (!url.startsWith('https:')) return false
  return resources.find((resource) => kinds.includes(resource.kind) && resource.url.startsWith('http:'))?.url ?? false
}

export const securityRules: Rules<PageRule> = {
  PAGE_HTTP: {
    severity: 'error',
    title: 'Page is not secure',
    description: 'Over http anybody on the way can read and change the page, and browsers warn of it.',
    howToFix: 'Serve the page over https, and redirect its http address there.',
    check: ({ url }) => url.startsWith('http:'),
  },
  MIXED_CONTENT_ACTIVE: {
    severity: 'error',
    title: 'Scripts or styles over http',
    description: 'Browsers block them on a secure page, so that parts of it do not work.',
    howToFix: 'Write https:// in the addresses of scripts, styles and frames.',
    check: (page) => insecure(page, ['script', 'style', 'frame']),
  },
  MIXED_CONTENT_PASSIVE: {
    severity: 'warning',
    title: 'Pictures or media over http',
    description: 'Browsers warn of the page or do not show them.',
    howToFix: 'Write https:// in the addresses of pictures and media.',
    check: (page) => insecure(page, ['image', 'media']),
  },
  FORM_ON_HTTP: {
    severity: 'error',
    title: 'Form on a page that is not secure',
    description: 'Anybody on the way can change the form and have the visitors’ input sent elsewhere.',
    howToFix: 'Serve the page with the form over https, and redirect its http address there.',
    check: ({ url, forms }) => url.startsWith('http:') && forms.length > 0,
  },
  FORM_INSECURE: {
    severity: 'error',
    title: 'Form is sent without encryption',
    description: 'What people type into the form can be read on the way.',
    howToFix: 'Write https:// in the action of the form.',
    check: ({ url, forms }) =>
      (url.startsWith('https:') && forms.find((action) => action.startsWith('http:'))) || false,
  },
}

function headerRule(
  name: (typeof guardHeaders)[number],
  about: Pick<SiteRule, 'title' | 'description' | 'howToFix'>,
): SiteRule {
  return {
    severity: 'notice',
    ...about,
    check: ({ guards, home, pages }) =>
      pages.get(home)?.status === 200 && guards?.includes(name) === false ? [{ url: home, detail: null }] : [],
  }
}

export const securitySiteRules: Rules<SiteRule> = {
  HSTS_MISSING: headerRule('strict-transport-security', {
    title: 'Browsers are not required to use https',
    description: 'The first visit over http can be intercepted every time.',
    howToFix: 'Send Strict-Transport-Security: max-age=31536000 once the whole site works over https.',
  }),
  CSP_MISSING: headerRule('content-security-policy', {
    title: 'No content security policy',
    description: 'A policy keeps scripts that somebody smuggles in from running.',
    howToFix: 'Send a Content-Security-Policy that names where scripts may come from; begin with report-only.',
  }),
  NOSNIFF_MISSING: headerRule('x-content-type-options', {
    title: 'Browsers may guess types of files',
    description: 'A file that somebody uploads could be run as a script.',
    howToFix: 'Send X-Content-Type-Options: nosniff.',
  }),
  TLS_CERT_EXPIRING: {
    severity: 'warning',
    isSitewide: true,
    weight: 5,
    title: 'The certificate is about to end',
    description: 'In less than two weeks browsers will show a warning in place of the site.',
    howToFix: 'Renew the certificate now, and find out why it was not renewed by itself.',
    check: (site) => endsWithin(site, 0, 14),
  },
  TLS_CERT_RENEWAL: {
    severity: 'notice',
    isSitewide: true,
    title: 'The certificate ends within a month',
    description: 'Certificates that renew themselves have mostly done so by now.',
    howToFix: 'Check that its renewal is set up and works, or renew the certificate.',
    check: (site) => endsWithin(site, 14, 30),
  },
}

/** Short-lived certificates are renewed in their last third. */
function* endsWithin({ probes: { certificate }, home }: Site, from: number, to: number): Generator<Finding> {
  if (certificate === null) return
  const { days, daysLeft } = certificate
  if (daysLeft < Math.min(to, days / 3) && daysLeft >= Math.min(from, days / 3))
    yield { url: home, detail: `${daysLeft} days left` }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

export const performanceRules: Rules<PageRule> = {
  SLOW_TTFB: {
    severity: 'warning',
    weight: 3,
    title: 'Slow answer',
    description: 'The server took more than 0.8 seconds, before the browser could show anything.',
    howToFix: 'Cache the page on the server, or look for slow queries behind it.',
    check: ({ ms }) => ms > 800 && ms <= 3_000 && seconds(ms),
  },
  SLOW_TTFB_SEVERE: {
    severity: 'error',
    title: 'Very slow answer',
    description: 'The server took more than three seconds. Half of all visitors leave before that.',
    howToFix: 'Cache the page on the server, look for slow queries behind it, or ask your host.',
    check: ({ ms }) => ms > 3_000 && seconds(ms),
  },
  PAGE_LARGE: {
    severity: 'warning',
    weight: 3,
    title: 'Large page',
    description: 'The HTML alone is more than a megabyte.',
    howToFix: 'Move data and pictures out of the HTML, and split long lists over pages.',
    check: ({ bytes }) => bytes > megabyte && bytes < 2 * megabyte && `${(bytes / megabyte).toFixed(1)} MB`,
  },
  PAGE_TOO_LARGE: {
    severity: 'error',
    title: 'Page is too large to be read whole',
    description: 'Search engines read the first two megabytes of a page; what comes later does not exist for them.',
    howToFix: 'Move data and pictures out of the HTML, and split long lists over pages.',
    check: ({ bytes }) => bytes >= 2 * megabyte,
  },
  DOM_LARGE: {
    severity: 'notice',
    title: 'Very many elements',
    description: 'Phones take long to lay out a page of more than 1,500 elements.',
    howToFix: 'Simplify nested blocks, and load long lists in parts.',
    check: ({ nodes }) => nodes > 1_500 && `${nodes} elements`,
  },
  UNCOMPRESSED: {
    severity: 'notice',
    title: 'Page is sent uncompressed',
    description: 'HTML shrinks to a fifth when it is compressed.',
    howToFix: 'Turn on gzip or Brotli for HTML on the server.',
    check: ({ headers, bytes }) =>
      headers['content-encoding'] === undefined && bytes > 20_000 && `${Math.round(bytes / 1_000)} kB`,
  },
  BLOCKING_RESOURCES: {
    severity: 'notice',
    title: 'Many files before the page is shown',
    description: 'The browser shows nothing until it has loaded all scripts and styles of the head.',
    howToFix: 'Add defer to scripts, join styles, and load late what is needed late.',
    check: ({ resources }) => {
      const count = resources.filter(({ isBlocking }) => isBlocking).length
      return count > 6 && `${count} files`
    },
  },
}
