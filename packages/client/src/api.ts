// Written from the table of operations by `npm run openapi`; never edited by hand.
import type { Call, Collected, Paged, PagedCollected, Row } from './shapes.ts'

/** The calls of the UTC day, of all server keys of the account together */
export type Allowance = {
  /** Calls counted today */ used: number
  /** Calls that the plan allows a day */ limit: number
  /** `limit` − `used`, never below 0 */ remaining: number
  /** The next UTC midnight */ resetsAt: string
  /** Whether they are used up */ exhausted: boolean
}

/** An article */
export type Article = {
  /** An opaque id */ id: string
  /** The phrase that it is written for */ keyword: string
  /** Two-letter ISO 3166-1 code */ country: string
  /** BCP 47 tag */ language: string
  /** Null until it is ready */ title: string | null
  /** Null until it is ready */ metaDescription: string | null
  /** The text, without HTML and pictures; null until it is ready */ markdown: string | null
  /** Words of the text; null until it is ready */ wordCount: number | null
  /** The first plan for the topic; null: none */ planId: string | null
  /** `queued`, `writing`: post it again to read how far it is, which is free. `failed`: posting it again tries again */
  status: "queued" | "writing" | "ready" | "failed"
  /** `llm:<model>`, or `offline-outline` for an outline with prompts to fill in; null: not written yet */
  generator: string | null
  /** Why the last try failed; of a ready outline, why the writer’s answer is not shown */
  error: FailureKind | null
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
  /** Counts the changes */ version: number
  /** A moment, UTC */ createdAt: string
  /** A moment, UTC */ updatedAt: string
}

/** A link to the site, with a review */
export type Backlink = {
  /** An opaque id */ id: string
  /** The page that links; null: unknown */ urlFrom: string | null
  /** The host that links */ domainFrom: string
  /** The page of yours that it leads to; null: unknown */ urlTo: string | null
  /** The text of the link; null: unknown */ anchor: string | null
  /** The title of the page that links; null: unknown */ title: string | null
  /** The rel values of the link */ rel: Array<string>
  /** Whether search engines follow it; null: unknown */ dofollow: boolean | null
  /** How strong the linking host is, 0 to 100; null: unknown */ domainRank: number | null
  /** How suspicious the link is, 0 to 100; null: unknown */ spamScore: number | null
  /** When it was seen first; null: unknown */ firstSeen: string | null
  /** When it was seen last; null: unknown */ lastSeen: string | null
  /** First seen within the window; null: unknown */ isNew: boolean | null
  /** Lost within the window; null: unknown */ isLost: boolean | null
  /** Leads to a page that does not exist; null: unknown */ isBroken: boolean | null
  /** Whether its host is on the disavow list */ disavowed: boolean
  /** Our suggestion */ suggestion: "keep" | "review" | "disavow"
  /** Why, as words. `lost`, `not_followed`, `own_domain` or `high_authority`: it can stay. All others speak against it */
  reasons: Array<"lost" | "not_followed" | "own_domain" | "high_authority" | "spam_high" | "spam_medium" | "unrelated_trade" | "many_links" | "repeated_anchor" | "exact_phrase" | "page_gone">
  /** The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks */
  source: string
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
}

/** A keyword with the present ranks of the site and of its competitors */
export type Comparison = {
  /** The id of the keyword */ keywordId: string
  /** The tracked phrase */ keyword: string
  /** Two-letter ISO 3166-1 code */ country: string
  /** BCP 47 tag */ language: string
  /** The device that people search on */ device: Device
  /** The city, as `City, Region, Country`; null: the country as a whole */ location: string | null
  /** When it was checked; null: never */ checkedAt: string | null
  /** How many results were looked at; null: unknown */ depth: number | null
  /** The provider that answered; null: no check yet */ source: string | null
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
  /** Null: there was no check yet */ lastCheck: LastCheck | null
  /** The rank among organic results, from 1; 0: not found within `depth`; null: never checked */
  position: number | null
  /** The rank of the check before */ previousPosition: number | null
  /** `previousPosition` − `position`: above 0 it went up. Null where either is 0 or null */ change: number | null
  /** The page that ranks; null: none does */ url: string | null
  /** The same of each competitor */
  competitors: Array<{
    /** The id of the competitor */ id: string
    /** The host of the competitor */ domain: string
    /** The rank among organic results, from 1; 0: not found within `depth`; null: never checked */
    position: number | null
    /** The rank of the check before */ previousPosition: number | null
    /** `previousPosition` − `position`: above 0 it went up. Null where either is 0 or null */ change: number | null
    /** The page that ranks; null: none does */ url: string | null
  }>
}

/** A website that a site is compared with */
export type Competitor = {
  /** An opaque id */ id: string
  /** The host of the competitor */ domain: string
}

/** A keyword, its present rank and its history */
export type DatedOverview = {
  /** The id of the keyword */ id: string
  /** The tracked phrase */ keyword: string
  /** Two-letter ISO 3166-1 code */ country: string
  /** BCP 47 tag */ language: string
  /** The device that people search on */ device: Device
  /** The city, as `City, Region, Country`; null: the country as a whole */ location: string | null
  /** When it was checked; null: never */ checkedAt: string | null
  /** How many results were looked at; null: unknown */ depth: number | null
  /** The provider that answered; null: no check yet */ source: string | null
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
  /** Null: there was no check yet */ lastCheck: LastCheck | null
  /** The rank among organic results, from 1; 0: not found within `depth`; null: never checked */
  position: number | null
  /** The rank of the check before */ previousPosition: number | null
  /** `previousPosition` − `position`: above 0 it went up. Null where either is 0 or null */ change: number | null
  /** The page that ranks; null: none does */ url: string | null
  /** The best rank so far, never 0; null: never found */ best: number | null
  /** True beyond the keywords of the plan, or on a frozen site: readable, not checked */ frozen: boolean
  /** Labels that people gave it in the dashboard. Where they alone change, that is no change for `updatedSince` */
  tags: Array<string>
  /** Beside `days`: the last position of each of `dates`; 0: checked and not found, null: not checked */
  positions?: Array<number | null> | undefined
  /** Beside `positions`, with `fields=url`: the page that ranked; null: none did */
  urls?: Array<string | null> | undefined
  /** Beside `positions`, with `fields=checkedAt`: when it was checked; null: it was not */
  checkedAts?: Array<string | null> | undefined
  /** Beside `positions`, with `fields=depth`: how many results were looked at; null: unknown, or not checked */
  depths?: Array<number | null> | undefined
}

/** A keyword for which competitors rank */
export type Gap = {
  /** A phrase that people search for */ keyword: string
  /** Searches a month; 0: so few that none are counted; null: unknown */ volume: number | null
  /** How hard it is to rank, 0 to 100; null: unknown */ difficulty: number | null
  /** Who measured the difficulty: a provider, or `own_pages`, which is ours and not comparable; null: unknown */
  difficultySource?: string | null | undefined
  /** The price of a click on an ad, in US dollars; null: unknown */ cpc: number | null
  /** The search intent; null: unknown */ intent: string | null
  /** The rank among organic results, from 1; 0: not found within `depth`; null: never checked */
  position: number | null
  /** Where the competitors are */
  competitors: Array<{
    /** The id of the competitor */ id: string
    /** The host of the competitor */ domain: string
    /** Their rank; 0: not found; null: unknown */ position: number | null
    /** Their page; null: unknown */ url: string | null
  }>
  /** `missing`: the site is not found. `weak`: it is four places or more behind the best competitor, and not among the first three. `shared`: it is nearer, or ahead */
  type: "missing" | "weak" | "shared"
  /** The opportunity: the higher, the better */ score: number
  /** The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks */
  source: string
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
  /** A moment, UTC */ updatedAt: string
}

/** An issue of the crawl before that is mended */
export type GoneIssue = {
  /** An opaque id */ id: string
  /** The problem as a stable code */ code: string
  /** How bad it is */ severity: Severity
  /** The part of the page that it is about */ category: string
  /** The problem in a few words */ title: string
  /** Pages that have it */ count: number
  /** A moment, UTC */ firstSeen: string
}

/** The Google account that is connected */
export type GoogleAccount = {
  /** The Google account */ email: string
  /** A moment, UTC */ connectedAt: string
  /** Since when Google refuses; null: it does not */ brokenSince: string | null
  /** Why: a person has to connect again */ brokenReason: "revoked" | "unreadable" | "unticked" | null
}

/** One check of a keyword. A failed check is no entry */
export type History = {
  /** The rank, from 1; 0: not found within `depth` */ position: number
  /** A moment, UTC */ checkedAt: string
  /** The page that ranked; null: none did */ url: string | null
  /** Whether the site was found within `depth` */ found: boolean
  /** How many results were looked at */ depth: number | null
  /** The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks */
  source: string
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
}

/** Something to write about */
export type Idea = {
  /** An opaque id */ id: string
  /** A title for the page */ title: string
  /** The phrase that it would rank for */ keyword: string
  /** Where it comes from: a question of people, a related phrase, a gap to competitors, a rank just below the first page, or a page that fell */
  kind: "question" | "related" | "gap" | "striking_distance" | "refresh"
  /** Searches a month; null: unknown */ volume: number | null
  /** How hard it is to rank, 0 to 100; null: unknown */ difficulty: number | null
  /** The search intent; null: unknown */ intent: string | null
  /** The opportunity, 0 to 100 */ score: number
  /** The page of the site that ranks for it or is about it; null: none */ existingUrl: string | null
  /** The present rank; 0: not found; null: never checked */ position: number | null
  /** The evidence, in sentences with your own numbers */ evidence: Array<string>
  /** The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks */
  source: string
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
}

/** A text that is no host to disavow */
export type InvalidHost = {
  /** As you sent it */ domain: string
  /** Why it cannot be disavowed */
  reason: "path" | "wildcard" | "ip_address" | "public_suffix" | "own_domain" | "not_a_host"
}

/** An invite to the account */
export type Invite = {
  /** An opaque id */ id: string
  /** Where the invite was sent */ email: string
  /** Admins manage keys and people; members work with the sites; viewers only read */
  role: "admin" | "member" | "viewer"
  /** The state of the invite */ status: "pending" | "accepted" | "revoked" | "expired"
  /** A moment, UTC */ invitedAt: string
  /** Until when it can be accepted */ expiresAt: string
}

/** Something wrong on the pages of the site */
export type Issue = {
  /** An opaque id */ id: string
  /** The problem as a stable code */ code: string
  /** How bad it is */ severity: Severity
  /** The part of the page that it is about */ category: string
  /** The problem in a few words */ title: string
  /** Why it matters */ description: string
  /** The steps to fix it */ howToFix: string
  /** Pages that have it */ count: number
  /** Whether the crawl before did not have it */ isNew: boolean
  /** A moment, UTC */ firstSeen: string
  /** The pages */
  urls: Array<{
    /** A page that has it */ url: string
    /** Details of this page; null: nothing to add */ detail: string | null
  }>
}

/** A phrase that is tracked for a site, in one country and language, on one device and in one place */
export type Keyword = {
  /** An opaque id */ id: string
  /** The tracked phrase */ keyword: string
  /** Two-letter ISO 3166-1 code */ country: string
  /** BCP 47 tag */ language: string
  /** The device that people search on */ device: Device
  /** The city, as `City, Region, Country`; null: the country as a whole */ location: string | null
  /** Null: there was no check yet */ lastCheck: LastCheck | null
  /** True beyond the keywords of the plan, or on a frozen site: readable, not checked */ frozen: boolean
  /** A moment, UTC */ createdAt: string
}

/** The outcome of the last check of a keyword */
export type LastCheck = {
  /** `queued`: waits for a provider. `failed`: the position before stays, and it is tried again */
  status: "queued" | "ok" | "failed"
  /** A moment, UTC */ at: string
  /** Why it failed; null: it did not. `suspect`: the results page may have been withheld or replaced, and nothing confirms it yet. `respelled`: Google showed results for another spelling of the keyword */
  error: FailureKind | null
}

/** Somebody who belongs to the account */
export type Member = {
  /** An opaque id */ id: string
  /** The mail address */ email: string
  /** The name; null: not given */ name: string | null
  /** Their role in the account */ role: "owner" | "admin" | "member" | "viewer"
  /** A moment, UTC */ joinedAt: string
  /** True beyond the people of the plan: stays a member and cannot enter */ frozen: boolean
}

/** A piece of content that is planned for a month */
export type Plan = {
  /** An opaque id */ id: string
  /** A month, YYYY-MM */ publishOn: string
  /** The topic */ q: string
  /** Two-letter ISO 3166-1 code */ country: string
  /** BCP 47 tag */ language: string
  /** Facts for the writer; null: none */ context: string | null
  /** Null until it is ready */ title: string | null
  /** The parts of the page; empty until it is ready */
  outline: Array<{
    /** The heading */ heading: string
    /** Its level, 2 to 4 */ level: number
    /** The points of the section */ points: Array<string>
  }>
  /** Phrases that belong into it */ keywords: Array<string>
  /** Questions that it should answer */ questions: Array<string>
  /** The article about the topic; null: none */ articleId: string | null
  /** `queued`, `writing`: post it again to read how far it is, which is free. `failed`: posting it again tries again */
  status: "queued" | "writing" | "ready" | "failed"
  /** `llm:<model>`, or `offline-outline` for an outline with prompts to fill in; null: not written yet */
  generator: string | null
  /** Why the last try failed; of a ready outline, why the writer’s answer is not shown */
  error: FailureKind | null
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
  /** Counts the changes */ version: number
  /** A moment, UTC */ createdAt: string
  /** A moment, UTC */ updatedAt: string
}

/** A keyword idea for a site */
export type Planner = {
  /** A phrase that people search for */ keyword: string
  /** Searches a month; 0: so few that none are counted; null: unknown */ volume: number | null
  /** How hard it is to rank, 0 to 100; null: unknown */ difficulty: number | null
  /** Who measured the difficulty: a provider, or `own_pages`, which is ours and not comparable; null: unknown */
  difficultySource?: string | null | undefined
  /** The price of a click on an ad, in US dollars; null: unknown */ cpc: number | null
  /** The search intent; null: unknown */ intent: string | null
  /** How many advertisers want it, 0 to 1; null: unknown */ competition: number | null
  /** The volume month by month; empty where it is unknown */
  trend: Array<{
    /** The year */ year: number
    /** The month, 1 to 12 */ month: number
    /** Searches of that month; null: unknown */ volume: number | null
  }>
  /** True where the provider takes no such phrase (it has a symbol, or is too long): its figures stay unknown */
  unsupported?: boolean | undefined
  /** The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks */
  source: string
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
  /** A moment, UTC */ updatedAt: string
  /** The group of phrases that one page could serve */ cluster: string | null
  /** Whether the site tracks it */ tracked: boolean
  /** The keyword that tracks it; null: none does */ keywordId: string | null
  /** The rank among organic results, from 1; 0: not found within `depth`; null: never checked */
  position: number | null
  /** The opportunity, 0 to 100, by volume, difficulty and present rank; null: unknown */
  opportunity: number | null
  /** A bid for the top of the page, in US dollars; null: unknown */ lowTopOfPageBid: number | null
  /** A high bid for the top of the page, in US dollars; null: unknown */ highTopOfPageBid: number | null
}

/** A refusal (RFC 9457) */
export type Problem = {
  allowance: Allowance
  /** Where the code is explained, relative to the address that was called */ type: string
  /** The code in words */ title: string
  /** The HTTP status */ status: number
  /** The problem of this call */ detail: string
  /** The id of the request: name it when you ask about it */ instance: string
  /** The code that a program should branch on */
  code: "bad_request" | "invalid_input" | "unknown_field" | "fetch_failed" | "missing_key" | "invalid_key" | "plan_required" | "plan_limit_reached" | "browser_not_allowed" | "allowance_exhausted" | "path_not_listed" | "not_found" | "method_not_allowed" | "conflict" | "not_connected" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "internal" | "provider_failed" | "bad_upstream_body" | "unavailable" | "timeout"
  /** Whether the same call can succeed later */ retryable: boolean
  /** Each bad field */
  errors?: Array<{
    /** Where the field is */ in: "body" | "query" | "path"
    /** Its name, or a path such as `domains[2]` */ field: string
    /** The problem as a code */ code: string
    /** The problem in words */ message: string
  }> | undefined
  /** With `plan_required`: the lowest plan that has it */ requiredPlan?: string | undefined
  /** With `plan_limit_reached` */
  planLimit?: {
    /** The limit of the plan */ name: string
    /** How many it allows */ max: number
    /** How many there are */ used: number
  } | undefined
  /** With `path_not_listed` */
  strikes?: {
    /** Strikes of this key */ count: number
    /** At this many it is revoked */ limit: number
  } | undefined
  /** When to try again, as in `Retry-After` */ retryAfterSeconds?: number | undefined
}

/** A question to AI engines, and how they name and cite the site */
export type Prompt = {
  /** An opaque id */ id: string
  /** The question for the engines */ prompt: string
  /** Whether we suggested it */ source: "suggested" | "custom"
  /** `unavailable`: no engine is set up here */ status: "active" | "paused" | "unavailable"
  /** True beyond the prompts of the plan, or on a frozen site: kept, not run */ frozen: boolean
  /** When an engine was asked last; null: never */ lastRunAt: string | null
  /** Good answers of these days; a failed run is none */ answers: number
  /** How many of them name the site */ mentioned: number
  /** How many of them cite the site */ cited: number
  /** How often they name the site or one of its competitors: what the share of voice is of */ names: number
  /** The share of answers that name the site, 0 to 1; null: below ten answers */ mentionRate: number | null
  /** The share of answers that cite the site, 0 to 1; null: below ten answers */ citationRate: number | null
  /** Mentions of the site among those of it and the competitors that it lists, 0 to 1: with other competitors it is another; null: below ten answers */
  shareOfVoice: number | null
  /** The 95 % interval of each share (Wilson); null where the share is */
  intervals: {
    /** Where the true share lies, in 95 % of the cases; null: unknown */
    mentionRate: {
      /** Its lower end, 0 to 1 */ low: number
      /** Its upper end, 0 to 1 */ high: number
    } | null
    /** Where the true share lies, in 95 % of the cases; null: unknown */
    citationRate: {
      /** Its lower end, 0 to 1 */ low: number
      /** Its upper end, 0 to 1 */ high: number
    } | null
    /** Where the true share lies, in 95 % of the cases; null: unknown */
    shareOfVoice: {
      /** Its lower end, 0 to 1 */ low: number
      /** Its upper end, 0 to 1 */ high: number
    } | null
  }
  /** The last answer of each engine */
  engines: Array<{
    /** The AI engine */ engine: string
    /** Its model; null: not asked yet */ model: string | null
    /** The outcome of the last run */ status: "ready" | "failed" | "queued"
    /** Whether the answer names the site; null: no answer */ mentioned: boolean | null
    /** Whether it cites a page of the site; null: no answer */ cited: boolean | null
    /** The place among the names in the answer; null: not named */ position: number | null
    /** The sources that the answer cites, in order */
    citations: Array<{
      /** The address that was cited */ url: string
      /** Its host */ domain: string
      /** Its title; null: unknown */ title: string | null
      /** Whether it belongs to the site */ isYours: boolean
    }>
    /** When it answered; null: never */ checkedAt: string | null
    /** Why it failed; null: it did not. `suspect`: the results page may have been withheld or replaced, and nothing confirms it yet. `respelled`: Google showed results for another spelling of the keyword */
    error: FailureKind | null
    /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
  }>
  /** The rounds of `days`, oldest first; a failed run is a gap. Sum their counts: the rates of one round are null below ten answers */
  history: Array<{
    /** A moment, UTC */ checkedAt: string
    /** Good answers of these days; a failed run is none */ answers: number
    /** How many of them name the site */ mentioned: number
    /** How many of them cite the site */ cited: number
    /** The share of answers that name the site, 0 to 1; null: below ten answers */ mentionRate: number | null
    /** The share of answers that cite the site, 0 to 1; null: below ten answers */ citationRate: number | null
  }>
}

/** A property of the search console */
export type Property = {
  /** The property, as Google names it */ siteUrl: string
  /** `siteOwner`, `siteFullUser` or `siteRestrictedUser` */ permission: string
  /** Whether it is about the domain of the site */ isForSite: boolean
}

/** A keyword idea */
export type Research = {
  /** A phrase that people search for */ keyword: string
  /** Searches a month; 0: so few that none are counted; null: unknown */ volume: number | null
  /** How hard it is to rank, 0 to 100; null: unknown */ difficulty: number | null
  /** Who measured the difficulty: a provider, or `own_pages`, which is ours and not comparable; null: unknown */
  difficultySource?: string | null | undefined
  /** The price of a click on an ad, in US dollars; null: unknown */ cpc: number | null
  /** The search intent; null: unknown */ intent: string | null
  /** How many advertisers want it, 0 to 1; null: unknown */ competition: number | null
  /** The volume month by month; empty where it is unknown */
  trend: Array<{
    /** The year */ year: number
    /** The month, 1 to 12 */ month: number
    /** Searches of that month; null: unknown */ volume: number | null
  }>
  /** True where the provider takes no such phrase (it has a symbol, or is too long): its figures stay unknown */
  unsupported?: boolean | undefined
  /** The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks */
  source: string
  /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
  /** A moment, UTC */ updatedAt: string
}

/** Something wrong in structured data */
export type SchemaError = {
  /** The problem as a stable code */ code: string
  /** How bad it is */ severity: Severity
  /** The problem in a sentence */ message: string
  /** The type that it is about; null: none */ type: string | null
  /** The field that it is about; null: none */ field: string | null
  /** Where it is within the item; null: the item itself */ path: string | null
  /** The line of the text, from 1; null: unknown */ line: number | null
  /** The column, from 1; null: unknown */ column: number | null
}

/** A piece of structured data */
export type SchemaItem = {
  /** Its type at schema.org */ type: string
  /** Its own id; null: it has none */ id: string | null
  /** How it is written */ format: "json-ld" | "microdata" | "rdfa"
  /** Its properties and values */ properties: Record<string, unknown>
  /** Where it is within another item; null: within none */ path: string | null
  /** The line of the text, from 1; null: unknown */ line: number | null
  /** Whether it has no error */ valid: boolean
  /** The rich result that Google could show, such as `product-snippet`; null: none */ richResult: string | null
  /** Its errors */ errors: Array<SchemaError>
}

/** A query with which people found the site */
export type SearchQuery = {
  /** The query that people searched for */ query: string
  /** Clicks within the window */ clicks: number
  /** How often the site was shown */ impressions: number
  /** Clicks ÷ impressions, 0 to 1 */ ctr: number
  /** Google’s mean rank over the window */ position: number
  /** The keyword that tracks it; null: none does */ keywordId: string | null
  /** The rank of our last check; 0: not found; null: not tracked, or not checked yet */
  ownPosition: number | null
  /** When we checked; null: never */ ownCheckedAt: string | null
}

/** A website whose ranks are tracked */
export type Site = {
  /** An opaque id */ id: string
  /** The label of the site */ name: string
  /** A bare host. Its subdomains belong to the site */ domain: string
  /** Your own labels */ tags: Array<string>
  /** A note */ description: string | null
  /** Two-letter ISO 3166-1 code */ country: string
  /** BCP 47 tag */ language: string
  /** A description of the keywords that Auto-add should look for */ autoAddPreference: string | null
  /** Since when scheduled checks are paused; null: they run */ checksPausedAt: string | null
  /** True beyond the sites of the plan: readable, and nothing is checked, collected or written for it */
  frozen: boolean
  /** A moment, UTC */ createdAt: string
}

/** A line of a bulk text that added no keyword */
export type SkippedLine = {
  /** The line of the text, from 1 */ line: number
  /** The phrase on the line */ keyword: string
  /** Why it was skipped */ code: "duplicate" | "invalid" | "plan_limit_reached"
}

/** Positions or pages of keywords changed */
export type RankChangedEvent = {
  /** The type of the event */ type: "rank.changed"
  /** When it happened */ timestamp: string
  /** True if the sandbox simulated the data; else absent */ sandbox?: true | undefined
  /** The change itself */
  data: {
    /** The site that the event is about */
    project: {
      /** An opaque id */ id: string
      /** The label of the site */ name: string
      /** A bare host */ domain: string
    }
    /** How many changes the event has */ count: number
    /** Oldest first */
    changes: Array<{
      /** An opaque id */ keywordId: string
      /** The phrase */ keyword: string
      /** `desktop` or `mobile` */ device: string
      /** ISO 3166-1 alpha-2, lower case */ country: string
      /** The city, as Google writes it; null: the country */ location: string | null
      /** When it was checked */ at: string
      /** 1 is the first organic result; 0: not found within the depth */ position: number
      /** The page that ranks; null: none */ url: string | null
      /** The comparable check before */
      before: {
        /** When it was checked */ at: string
        /** 1 is the first organic result; 0: not found within the depth */ position: number
        /** The page that ranks; null: none */ url: string | null
      }
    }>
  }
}

/** An audit of the site ended */
export type AuditFinishedEvent = {
  /** The type of the event */ type: "audit.finished"
  /** When it happened */ timestamp: string
  /** True if the sandbox simulated the data; else absent */ sandbox?: true | undefined
  /** The change itself */
  data: {
    /** The site that the event is about */
    project: {
      /** An opaque id */ id: string
      /** The label of the site */ name: string
      /** A bare host */ domain: string
    }
    /** An opaque id */ crawlId: string
    /** `partial`: not all pages could be read */ status: "ready" | "partial"
    /** How good the pages are, 0 to 100; null: no page was read */ score: number | null
    /** Pages without an error, in per cent */ health: number | null
    /** How many pages were read */ pages: number
    /** How many errors it found */ errors: number
    /** How many warnings it found */ warnings: number
    /** How many notices it found */ notices: number
    /** Codes of issues that were not there in the audit before */ newIssues: Array<string>
    /** Codes of issues that are fixed since the audit before */ fixedIssues: Array<string>
  }
}

/** The site won or lost links */
export type LinksChangedEvent = {
  /** The type of the event */ type: "links.changed"
  /** When it happened */ timestamp: string
  /** True if the sandbox simulated the data; else absent */ sandbox?: true | undefined
  /** The change itself */
  data: {
    /** The site that the event is about */
    project: {
      /** An opaque id */ id: string
      /** The label of the site */ name: string
      /** A bare host */ domain: string
    }
    /** How many links were won */ won: number
    /** How many links were lost */ lost: number
    /** The first 25 of them */
    links: Array<{
      /** `won`: seen for the first time */ change: "won" | "lost"
      /** The host that links */ domainFrom: string
      /** The page that links; null where only its host is known */ urlFrom: string | null
      /** The page that it leads to; null where it is unknown */ urlTo: string | null
      /** When it was seen first, or found to be lost */ at: string
    }>
  }
}

/** Alerts were raised */
export type AlertRaisedEvent = {
  /** The type of the event */ type: "alert.raised"
  /** When it happened */ timestamp: string
  /** True if the sandbox simulated the data; else absent */ sandbox?: true | undefined
  /** The change itself */
  data: {
    /** The site that the event is about */
    project: {
      /** An opaque id */ id: string
      /** The label of the site */ name: string
      /** A bare host */ domain: string
    }
    /** How many alerts were raised */ count: number
    /** The first 25 of them */
    alerts: Array<{
      /** An opaque id */ id: string
      /** The rule that raised it */ rule: string
      /** The alert in words */ title: string
      /** Null where it is about no keyword */ keywordId: string | null
      /** Its phrase */ keyword: string | null
      /** The figure before; null where there is none */ from: number | string | null
      /** The figure now; null where there is none */ to: number | string | null
      /** The page that it is about */ url: string | null
      /** A moment, UTC */ at: string
    }>
    /** The page of the dashboard that shows them */ page: string
  }
}

/** Why nothing is collected now */
export type CollectReason = "no_provider" | "allowance_exhausted" | "collect_limit" | "site_frozen"

/** The state of data that is collected */
export type CollectStatus = "queued" | "collecting" | "ready" | "partial" | "failed" | "unavailable"

/** The device that people search on */
export type Device = "desktop" | "mobile"

/** Why something that was asked outside failed */
export type FailureKind = "auth" | "quota" | "rate" | "bad_request" | "unsupported" | "upstream" | "timeout" | "parse" | "suspect" | "respelled" | "storage" | "budget" | "no_provider"

/** How bad something is */
export type Severity = "error" | "warning" | "notice"

/** An event of a site, as its webhooks get it. */
export type WebhookEvent = RankChangedEvent | AuditFinishedEvent | LinksChangedEvent | AlertRaisedEvent

export type OfSite = {
  /** The id of a site, from `GET /projects` */ id: string
}

export type AskedPage = {
  /** Rows a page. Without it the list is whole, up to 10,000 rows */ limit?: number | undefined
  /** `nextCursor` of the answer before */ cursor?: string | undefined
}

export type Page = {
  /** Rows of the whole list */ total: number
  /** The `cursor` of the next page; null at the end */ nextCursor: string | null
}

export type Collecting = {
  /** `queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason` */
  status: CollectStatus
  /** Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest */
  reason: CollectReason | null
  /** When the data was collected; null: never */ updatedAt: string | null
  /** Only while it is collected: when to ask again */ retryAfterSeconds?: number | undefined
}

/** Every operation of the API. */
export type Api = {
  sites: {
    /** The sites of the account, oldest first. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    list: Paged<AskedPage & {
      /** Only rows that changed at this time or later: the `nextUpdatedSince` of the time before, or an early time to begin with. Deleted rows are not among them: read the whole list now and then */
      updatedSince?: string | undefined
    }, Page & {
      allowance: Allowance
      /** The sites */ projects: Array<Site>
      /** On the first page, also of a call without `updatedSince`: what to ask with the next time. Nothing is missed then; a row may come twice */
      nextUpdatedSince?: string | undefined
    }, Site>
    /** Add a site; one with the same domain and name is answered as it is. One that was deleted less than 30 days ago comes back with all that was deleted with it. Posting the same again answers what is there, with `created: false`, before any limit is looked at. `tags` needs the plan Starter or a higher one. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    create: Call<{
      /** A label for the site */ name: string
      /** A bare host; scheme, `www`, case and a trailing dot are dropped. Ports, paths, IP addresses and public suffixes are refused */
      domain: string
      /** Your own labels, each once; needs Starter, but for an empty list */ tags?: Array<string> | undefined
      /** A note; null clears it */ description?: string | null | undefined
      /** Where its keywords are tracked: a two-letter country code, `us` by default */ country?: string | undefined
      /** In which language: a language tag, `en` by default */ language?: string | undefined
      /** A description of the keywords that Auto-add should look for; null clears it */
      autoAddPreference?: string | null | undefined
    }, {
      allowance: Allowance
      project: Site
      /** False: it was there already, and is answered as it is */ created: boolean
      /** Only where it was deleted less than 30 days ago: it is back with its id and its history */
      revived?: true | undefined
    }>
    /** One site. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    get: Call<OfSite, {
      allowance: Allowance
      project: Site
    }>
    /** Change a site; `checksPaused` pauses or resumes its scheduled checks. Another domain keeps the ids of its keywords and starts new histories. `tags` needs the plan Starter or a higher one. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    update: Call<OfSite & {
      /** A label for the site */ name?: string | undefined
      /** A bare host; scheme, `www`, case and a trailing dot are dropped. Ports, paths, IP addresses and public suffixes are refused */
      domain?: string | undefined
      /** Your own labels, each once; needs Starter, but for an empty list */ tags?: Array<string> | undefined
      /** A note; null clears it */ description?: string | null | undefined
      /** Where its keywords are tracked unless they say otherwise: a two-letter country code */
      country?: string | undefined
      /** In which language, likewise: a language tag */ language?: string | undefined
      /** A description of the keywords that Auto-add should look for; null clears it */
      autoAddPreference?: string | null | undefined
      /** True pauses scheduled checks, false resumes them */ checksPaused?: boolean | undefined
    }, {
      allowance: Allowance
      project: Site
    }>
    /** Delete a site and all that belongs to it. It is kept for 30 days, counts towards no limit, and comes back when the same is added again. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    delete: Call<OfSite, {
      allowance: Allowance
      /** It is done */ ok: true
      /** Until when it can be brought back with its history: by adding the same again, or in the dashboard. Absent: it is deleted for good */
      restorableUntil?: string | undefined
    }>
  }
  keywords: {
    /** The keywords of a site, oldest first. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    list: Paged<OfSite & AskedPage & {
      /** Only rows that changed at this time or later: the `nextUpdatedSince` of the time before, or an early time to begin with. Deleted rows are not among them: read the whole list now and then */
      updatedSince?: string | undefined
    }, Page & {
      allowance: Allowance
      /** The keywords */ keywords: Array<Keyword>
      /** On the first page, also of a call without `updatedSince`: what to ask with the next time. Nothing is missed then; a row may come twice */
      nextUpdatedSince?: string | undefined
    }, Keyword>
    /** Track a phrase; its first check starts at once. A check usually takes seconds: `lastCheck` says when it is done. One that was deleted less than 30 days ago comes back with its history. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    create: Call<OfSite & {
      /** The phrase as people type it */ keyword: string
      /** A two-letter country code; the site’s own by default */ country?: string | undefined
      /** A language tag; the site’s own by default */ language?: string | undefined
      /** The device that people search on; a desktop by default */ device?: Device | undefined
      /** The city where people search, as Google writes places; null: the country as a whole. One that is not known is refused with the nearest five */
      location?: string | null | undefined
    }, {
      allowance: Allowance
      keyword: Keyword
      /** False: it was there already, and is answered as it is */ created: boolean
      /** Only where it was deleted less than 30 days ago: it is back with its id and its history */
      revived?: true | undefined
    }>
    /** Track many phrases, one a line. Lines are added in order until the plan is full. Posting the same text again skips what is tracked already. It is refused only where the plan has room for none. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    createBulk: Call<OfSite & {
      /** A phrase a line, at most 10,000 lines */ text: string
      /** A two-letter country code; the site’s own by default */ country?: string | undefined
      /** A language tag; the site’s own by default */ language?: string | undefined
      /** The device that people search on; a desktop by default */ device?: Device | undefined
      /** The city where people search, as Google writes places; null: the country as a whole. One that is not known is refused with the nearest five */
      location?: string | null | undefined
    }, {
      allowance: Allowance
      /** Keywords that are new */ added: number
      /** Lines that added none; blank lines do not count */ skipped: number
      /** How many of them were deleted less than 30 days ago, and are back with their history */
      revived?: number | undefined
      /** The new ones */ keywords: Array<Keyword>
      /** The others, each with the reason */ skippedLines: Array<SkippedLine>
    }>
    /** Change a phrase or where it is tracked; the id stays, the history starts anew. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    update: Call<OfSite & {
      /** The id of a keyword, from `GET /projects/:id/keywords` */ kid: string
      /** The phrase as people type it */ keyword?: string | undefined
      /** Where it is tracked from now on: a two-letter country code */ country?: string | undefined
      /** In which language: a language tag */ language?: string | undefined
      /** The device that people search on */ device?: Device | undefined
      /** The city where people search, as Google writes places; null: the country as a whole. One that is not known is refused with the nearest five */
      location?: string | null | undefined
    }, {
      allowance: Allowance
      keyword: Keyword
    }>
    /** Stop tracking a phrase. It is kept for 30 days, counts towards no limit, and comes back with its history when it is added again. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    delete: Call<OfSite & {
      /** The id of a keyword, from `GET /projects/:id/keywords` */ kid: string
    }, {
      allowance: Allowance
      /** It is done */ ok: true
      /** Until when it can be brought back with its history: by adding the same again, or in the dashboard. Absent: it is deleted for good */
      restorableUntil?: string | undefined
    }>
  }
  history: {
    /** The positions of a keyword, oldest first; `limit` gives the latest. `cursor` leads from there to older ones. Each keyword is a call: `days` and `fields` of `GET /projects/:id/overview` have those of all keywords in one. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    list: Paged<OfSite & AskedPage & {
      /** The id of a keyword, from `GET /projects/:id/keywords` */ kid: string
      /** From this day or moment on, UTC */ from?: string | undefined
      /** Up to and with this day or moment, UTC */ to?: string | undefined
    }, Page & {
      allowance: Allowance
      /** The checks, oldest first */ history: Array<History>
    }, History>
  }
  overview: {
    /** Visibility score of a site and the present rank of each keyword. With `days` it is the history of all keywords in one call, and the way for a nightly job: the sites are one call, and `keywords`, this one and `rank-compare` three for each site. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    get: Paged<OfSite & AskedPage & {
      /** So many days of history, the last one today. Keywords × days is at most 100,000 a page */
      days?: number | undefined
      /** Beside `days`: what else is wanted of each day, some of `url`, `checkedAt` and `depth`, with commas between */
      fields?: string | undefined
      /** Only rows that changed at this time or later: the `nextUpdatedSince` of the time before, or an early time to begin with. Deleted rows are not among them: read the whole list now and then */
      updatedSince?: string | undefined
    }, Page & {
      allowance: Allowance
      /** Visibility: the clicks that the ranks bring, of those that first places would, by the click rates of a study of 2022, without AI Overviews. 0: no keyword ranks */
      score: number
      /** Beside `days`: the UTC dates of all `positions`, the oldest first */ dates?: Array<string> | undefined
      /** Each keyword with its present rank */ keywords: Array<DatedOverview>
      /** On the first page, also of a call without `updatedSince`: what to ask with the next time. Nothing is missed then; a row may come twice */
      nextUpdatedSince?: string | undefined
    }, DatedOverview>
  }
  rankComparison: {
    /** Each keyword with the ranks of the site and its competitors. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    list: Paged<OfSite & AskedPage, Page & {
      allowance: Allowance
      /** All competitors of the site, also without a keyword */ competitors: Array<Competitor>
      /** The keywords */ rows: Array<Comparison>
    }, Comparison>
  }
  competitors: {
    /** Compare a site with another one. Its past is filled in from the pages that your own checks have read. `GET /projects/:id/rank-compare` lists the competitors; people remove one in the dashboard (Rank comparison). Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    add: Call<OfSite & {
      /** The host of the competitor */ domain: string
    }, {
      allowance: Allowance
      competitor: Competitor
      /** False: it was there already, and is answered as it is */ created: boolean
    }>
  }
  research: {
    /** Keyword ideas for a seed. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    get: PagedCollected<AskedPage & {
      /** The phrase to start from */ q: string
      /** A two-letter country code; `us` by default */ country?: string | undefined
      /** A language tag; `en` by default */ language?: string | undefined
    }, Page & Collecting & {
      allowance: Allowance
      /** The phrase that it started from */ seed: string
      /** The rows found */ rows: Array<Research>
    }, Research>
    /** Keyword ideas for a seed, asked for in a body. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    run: Collected<{
      /** The phrase to start from */ q?: string | undefined
      /** The same as `q` */ keyword?: string | undefined
      /** A two-letter country code; `us` by default */ country?: string | undefined
      /** A language tag; `en` by default */ language?: string | undefined
    }, Page & Collecting & {
      allowance: Allowance
      /** The phrase that it started from */ seed: string
      /** The rows found */ rows: Array<Research>
    }>
  }
  planner: {
    /** Keyword ideas with bids, clusters and what is tracked already. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    list: PagedCollected<OfSite & AskedPage & {
      /** The phrase to start from; without it the tracked keywords, or else the domain */ q?: string | undefined
      /** A two-letter country code; the site’s own by default */ country?: string | undefined
      /** A language tag; the site’s own by default */ language?: string | undefined
    }, Page & Collecting & {
      allowance: Allowance
      /** The rows found */ rows: Array<Planner>
      /** A step that would give more rows; null: none */ hint: string | null
    }, Planner>
  }
  gap: {
    /** Keywords that competitors rank for. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    list: PagedCollected<OfSite & AskedPage, Page & Collecting & {
      allowance: Allowance
      /** The rows found */ rows: Array<Gap>
      /** A step that would give more rows; null: none */ hint: string | null
    }, Gap>
  }
  backlinks: {
    /** Links to the site first seen or lost in the window, with a review. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    list: PagedCollected<OfSite & AskedPage & {
      /** How far back the window goes; 30 by default */ days?: number | undefined
    }, Page & Collecting & {
      allowance: Allowance
      /** The rows found */ rows: Array<Backlink>
    }, Backlink>
  }
  disavow: {
    /** The hosts that the site disavows. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    list: Paged<OfSite & AskedPage, Page & {
      allowance: Allowance
      /** The hosts */ domains: Array<string>
    }, string>
    /** Disavow hosts. A host covers its subdomains. The list is kept here: nothing is sent to Google. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    add: Call<OfSite & {
      /** Hosts. Scheme, `www` and port are dropped; a path is refused */ domains: Array<string>
    }, {
      allowance: Allowance
      /** The whole list */ domains: Array<string>
      /** Hosts that are new */ added: number
      /** Hosts that were on it, or are below one that is */ skipped: number
      /** Hosts that were not added. Only a call with nothing else is refused */ invalid: Array<InvalidHost>
    }>
  }
  prompts: {
    /** How AI engines mention and cite the site, by prompt. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    list: PagedCollected<OfSite & AskedPage & {
      /** Days of `history`; 28 by default */ days?: number | undefined
    }, Page & Collecting & {
      allowance: Allowance
      /** The prompts */ prompts: Array<Prompt>
    }, Prompt>
    /** Track one prompt or several. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    create: Call<OfSite & {
      /** One prompt */ prompt?: string | undefined
      /** Or several */ prompts?: Array<string> | undefined
      /** Whether we suggested them */ source?: "suggested" | "custom" | undefined
    }, {
      allowance: Allowance
      /** The first */ prompt: Prompt
      /** Each, in the order of `prompts`; absent for one prompt */
      prompts?: Array<{
        /** An opaque id */ id: string
        /** The prompt */ prompt: string
        /** False: it was there already, and is answered as it is */ created: boolean
      }> | undefined
      /** Whether any is new */ created: boolean
    }>
  }
  issues: {
    /** The issues that the on-page audit found. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    list: Collected<OfSite, Collecting & {
      allowance: Allowance
      /** How good the pages are, 0 to 100; null: no page was read yet */ score: number | null
      /** The share of pages without an error, in per cent; null: no page was read */ health: number | null
      /** Pages read by the crawl that runs, or by the one that is shown */ pagesDone: number | null
      /** Pages that it has found */ pagesKnown: number | null
      /** The source of the pages; null: none was read yet */ source: string | null
      /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
      /** The issues */ issues: Array<Issue>
      /** Issues of the previous crawl that are fixed */ gone: Array<GoneIssue>
    }>
  }
  schema: {
    /** Check the structured data in a piece of HTML or JSON-LD. Nothing of it is kept. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    check: Call<{
      /** HTML or JSON-LD, at most 512,000 bytes */ code: string
    }, {
      allowance: Allowance
      /** The structured data */ items: Array<SchemaItem>
      /** All that is wrong, in the order of the text */ errors: Array<SchemaError>
    }>
  }
  siteSchema: {
    /** Check the structured data of a page of the site. `url` needs the plan Starter or a higher one. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    check: Call<OfSite & {
      /** HTML or JSON-LD, at most 512,000 bytes */ code?: string | undefined
      /** A page of the site; needs Starter */ url?: string | undefined
    }, {
      allowance: Allowance
      /** The structured data */ items: Array<SchemaItem>
      /** All that is wrong, in the order of the text */ errors: Array<SchemaError>
      /** Whether code or a page was checked */ source: "code" | "url"
      /** The page, after redirects; null for `code` */ url: string | null
    }>
  }
  ideas: {
    /** What to write about next. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    list: PagedCollected<OfSite & AskedPage & {
      /** Only ideas about this */ q?: string | undefined
      /** A two-letter country code; the site’s own by default */ country?: string | undefined
      /** A language tag; the site’s own by default */ language?: string | undefined
    }, Page & Collecting & {
      allowance: Allowance
      /** The ideas, best first */ ideas: Array<Idea>
    }, Idea>
  }
  plans: {
    /** Plan a piece of content for a month; posting again reads the plan. It is made in the background: post it again to read how far it is. While `status` is `queued` or `writing`, that is free. Once the day is used up, posting it again is 403 as any write is, also where it is finished: it is read on a day with calls left, and in the dashboard at any time. Another `context` is taken until it is written, then it is 409 `conflict`; without `context` it is answered as it is. The same topic and month in another country or language is another plan. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    create: Call<OfSite & {
      /** The topic */ q: string
      /** The month, from this one to 24 months on */ publishOn: string
      /** A two-letter country code; the site’s own by default */ country?: string | undefined
      /** A language tag; the site’s own by default */ language?: string | undefined
      /** Facts for the writer */ context?: string | undefined
    }, {
      allowance: Allowance
      plan: Plan
      /** False: it was there already, and is answered as it is */ created: boolean
    }>
  }
  articles: {
    /** Write an article; posting again reads it. It is made in the background: post it again to read how far it is. While `status` is `queued` or `writing`, that is free. Once the day is used up, posting it again is 403 as any write is, also where it is finished: it is read on a day with calls left, and in the dashboard at any time. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    create: Call<OfSite & {
      /** The phrase to write for */ keyword: string
      /** A two-letter country code; the site’s own by default */ country?: string | undefined
      /** A language tag; the site’s own by default */ language?: string | undefined
    }, {
      allowance: Allowance
      article: Article
      /** False: it was there already, and is answered as it is */ created: boolean
    }>
  }
  searchConsole: {
    /** Whether the account is connected to the search console. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    get: Call<{}, {
      allowance: Allowance
      /** Whether a Google account is connected */ connected: boolean
      /** The page where a person connects one; null: that is done, or not possible here */ connectUrl: string | null
      /** Whether this installation can connect to Google */ isAvailable: boolean
      /** The Google account; null: none */ account: GoogleAccount | null
    }>
    /** Choose the property of a site. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    connect: Call<OfSite & {
      /** One of the listed properties */ siteUrl: string
    }, {
      allowance: Allowance
      /** The property of the site, as Google names it */ property: string
    }>
  }
  searchConsoleProperties: {
    /** The search-console properties that the site could use, those of its own domain first. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    list: Call<OfSite, {
      allowance: Allowance
      /** Whether a Google account is connected */ connected: boolean
      /** The page where a person connects one; null: that is done, or not possible here */ connectUrl: string | null
      /** The property of the site; null: none is chosen */ property: string | null
      /** The properties that the Google account may read */ properties: Array<Property>
    }>
  }
  searchConsoleQueries: {
    /** Queries of the site in the search console, with our own position beside Google’s. Where nothing is connected or chosen, and nothing was read before, it is `unavailable` without a reason. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free. */
    list: PagedCollected<OfSite & AskedPage & {
      /** Length of the window; 28 by default */ days?: number | undefined
      /** Only queries with this in them */ q?: string | undefined
      /** Best first; `clicks` by default */ sort?: "clicks" | "impressions" | "ctr" | "position" | undefined
    }, Page & Collecting & {
      allowance: Allowance
      /** Whether a Google account is connected */ connected: boolean
      /** The page where a person connects one; null: that is done, or not possible here */ connectUrl: string | null
      /** The property of the site; null: none is chosen */ property: string | null
      /** The first day of the window, in Pacific Time as all days of Google; null: nothing was read */
      startDate: string | null
      /** Its last day; Google is two days behind */ endDate: string | null
      /** Of all queries, including those that Google does not name: more than the sum of the rows. Null: nothing was read */
      totals: {
        /** All clicks */ clicks: number
        /** How often the site was shown */ impressions: number
      } | null
      /** Whether the list ends at 100,000 queries, the most clicked: Google may have more */ isCut: boolean
      /** True if the sandbox simulated the provider; else absent */ sandbox?: true | undefined
      /** The queries */ queries: Array<SearchQuery>
    }, SearchQuery>
  }
  team: {
    /** Members of the account, and its invites that were not accepted yet. A read: it counts as a call of the day, and answers what is saved once the day is used up. */
    list: Call<{}, {
      allowance: Allowance
      /** Who belongs to the account */ members: Array<Member>
      /** Invites that were not accepted yet */ invites: Array<Invite>
    }>
  }
  invites: {
    /** Invite somebody by mail; an open invite is answered as it is and not mailed again. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up. */
    create: Call<{
      /** Whom to invite */ email: string
      /** `member` by default */ role?: "member" | "viewer" | undefined
    }, {
      allowance: Allowance
      /** The id of the invite */ id: string
      invite: Invite
      /** False: it was there already, and is answered as it is */ created: boolean
    }>
  }
}

export const calls = {
  "sites.list": {"method":"GET","path":"/projects","repeatable":true,"rows":"projects"},
  "sites.create": {"method":"POST","path":"/projects","repeatable":true},
  "sites.get": {"method":"GET","path":"/projects/:id","repeatable":true},
  "sites.update": {"method":"PATCH","path":"/projects/:id","repeatable":false},
  "sites.delete": {"method":"DELETE","path":"/projects/:id","repeatable":false},
  "keywords.list": {"method":"GET","path":"/projects/:id/keywords","repeatable":true,"rows":"keywords"},
  "keywords.create": {"method":"POST","path":"/projects/:id/keywords","repeatable":true},
  "keywords.createBulk": {"method":"POST","path":"/projects/:id/keywords/bulk","repeatable":false},
  "keywords.update": {"method":"PATCH","path":"/projects/:id/keywords/:kid","repeatable":false},
  "keywords.delete": {"method":"DELETE","path":"/projects/:id/keywords/:kid","repeatable":false},
  "history.list": {"method":"GET","path":"/projects/:id/keywords/:kid/history","repeatable":true,"rows":"history"},
  "overview.get": {"method":"GET","path":"/projects/:id/overview","repeatable":true,"rows":"keywords"},
  "rankComparison.list": {"method":"GET","path":"/projects/:id/rank-compare","repeatable":true,"rows":"rows"},
  "competitors.add": {"method":"POST","path":"/projects/:id/competitors","repeatable":true},
  "research.get": {"method":"GET","path":"/keywords/research","repeatable":true,"rows":"rows","collects":true},
  "research.run": {"method":"POST","path":"/keywords/research","repeatable":true,"collects":true},
  "planner.list": {"method":"GET","path":"/projects/:id/planner","repeatable":true,"rows":"rows","collects":true},
  "gap.list": {"method":"GET","path":"/projects/:id/gap","repeatable":true,"rows":"rows","collects":true},
  "backlinks.list": {"method":"GET","path":"/projects/:id/backlinks","repeatable":true,"rows":"rows","collects":true},
  "disavow.list": {"method":"GET","path":"/projects/:id/disavow","repeatable":true,"rows":"domains"},
  "disavow.add": {"method":"POST","path":"/projects/:id/disavow","repeatable":false},
  "prompts.list": {"method":"GET","path":"/projects/:id/ai-visibility","repeatable":true,"rows":"prompts","collects":true},
  "prompts.create": {"method":"POST","path":"/projects/:id/ai-prompts","repeatable":true},
  "issues.list": {"method":"GET","path":"/projects/:id/issues","repeatable":true,"collects":true},
  "schema.check": {"method":"POST","path":"/schema/check","repeatable":false},
  "siteSchema.check": {"method":"POST","path":"/projects/:id/schema/check","repeatable":false},
  "ideas.list": {"method":"GET","path":"/projects/:id/content-ideas","repeatable":true,"rows":"ideas","collects":true},
  "plans.create": {"method":"POST","path":"/projects/:id/content-plans","repeatable":true},
  "articles.create": {"method":"POST","path":"/projects/:id/articles","repeatable":true},
  "searchConsole.get": {"method":"GET","path":"/google/status","repeatable":true},
  "searchConsoleProperties.list": {"method":"GET","path":"/projects/:id/google/properties","repeatable":true},
  "searchConsole.connect": {"method":"PUT","path":"/projects/:id/google","repeatable":false},
  "searchConsoleQueries.list": {"method":"GET","path":"/projects/:id/google","repeatable":true,"rows":"queries","collects":true},
  "team.list": {"method":"GET","path":"/team","repeatable":true},
  "invites.create": {"method":"POST","path":"/team/invites","repeatable":true},
} as const satisfies Record<string, Row>
