# Written from the table of operations by `npm run openapi`; never edited by hand.
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union, cast

from .wire import UNSET, Row, Unset, Wire


CollectReason = Literal["no_provider", "allowance_exhausted", "collect_limit", "site_frozen"]
"""Why nothing is collected now"""


CollectStatus = Literal["queued", "collecting", "ready", "partial", "failed", "unavailable"]
"""The state of data that is collected"""


Device = Literal["desktop", "mobile"]
"""The device that people search on"""


FailureKind = Literal["auth", "quota", "rate", "bad_request", "unsupported", "upstream", "timeout", "parse", "suspect", "respelled", "storage", "budget", "no_provider"]
"""Why something that was asked outside failed"""


Severity = Literal["error", "warning", "notice"]
"""How bad something is"""


class Allowance(TypedDict):
    """The calls of the UTC day, of all server keys of the account together"""
    used: int
    """Calls counted today"""
    limit: int
    """Calls that the plan allows a day"""
    remaining: int
    """`limit` − `used`, never below 0"""
    resetsAt: str
    """The next UTC midnight"""
    exhausted: bool
    """Whether they are used up"""


class _Article(TypedDict):
    id: str
    """An opaque id"""
    keyword: str
    """The phrase that it is written for"""
    country: str
    """Two-letter ISO 3166-1 code"""
    language: str
    """BCP 47 tag"""
    title: Optional[str]
    """Null until it is ready"""
    metaDescription: Optional[str]
    """Null until it is ready"""
    markdown: Optional[str]
    """The text, without HTML and pictures; null until it is ready"""
    wordCount: Optional[int]
    """Words of the text; null until it is ready"""
    planId: Optional[str]
    """The first plan for the topic; null: none"""
    status: Literal["queued", "writing", "ready", "failed"]
    """`queued`, `writing`: post it again to read how far it is, which is free. `failed`: posting it again tries again"""
    generator: Optional[str]
    """`llm:<model>`, or `offline-outline` for an outline with prompts to fill in; null: not written yet"""
    error: Optional[FailureKind]
    """Why the last try failed; of a ready outline, why the writer’s answer is not shown"""
    version: int
    """Counts the changes"""
    createdAt: str
    """A moment, UTC"""
    updatedAt: str
    """A moment, UTC"""


class Article(_Article, total=False):
    """An article"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class _Backlink(TypedDict):
    id: str
    """An opaque id"""
    urlFrom: Optional[str]
    """The page that links; null: unknown"""
    domainFrom: str
    """The host that links"""
    urlTo: Optional[str]
    """The page of yours that it leads to; null: unknown"""
    anchor: Optional[str]
    """The text of the link; null: unknown"""
    title: Optional[str]
    """The title of the page that links; null: unknown"""
    rel: List[str]
    """The rel values of the link"""
    dofollow: Optional[bool]
    """Whether search engines follow it; null: unknown"""
    domainRank: Optional[float]
    """How strong the linking host is, 0 to 100; null: unknown"""
    spamScore: Optional[float]
    """How suspicious the link is, 0 to 100; null: unknown"""
    firstSeen: Optional[str]
    """When it was seen first; null: unknown"""
    lastSeen: Optional[str]
    """When it was seen last; null: unknown"""
    isNew: Optional[bool]
    """First seen within the window; null: unknown"""
    isLost: Optional[bool]
    """Lost within the window; null: unknown"""
    isBroken: Optional[bool]
    """Leads to a page that does not exist; null: unknown"""
    disavowed: bool
    """Whether its host is on the disavow list"""
    suggestion: Literal["keep", "review", "disavow"]
    """Our suggestion"""
    reasons: List[Literal["lost", "not_followed", "own_domain", "high_authority", "spam_high", "spam_medium", "unrelated_trade", "many_links", "repeated_anchor", "exact_phrase", "page_gone"]]
    """Why, as words. `lost`, `not_followed`, `own_domain` or `high_authority`: it can stay. All others speak against it"""
    source: str
    """The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks"""


class Backlink(_Backlink, total=False):
    """A link to the site, with a review"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class ComparisonCompetitor(TypedDict):
    id: str
    """The id of the competitor"""
    domain: str
    """The host of the competitor"""
    position: Optional[int]
    """The rank among organic results, from 1; 0: not found within `depth`; null: never checked"""
    previousPosition: Optional[int]
    """The rank of the check before"""
    change: Optional[int]
    """`previousPosition` − `position`: above 0 it went up. Null where either is 0 or null"""
    url: Optional[str]
    """The page that ranks; null: none does"""


class _Comparison(TypedDict):
    keywordId: str
    """The id of the keyword"""
    keyword: str
    """The tracked phrase"""
    country: str
    """Two-letter ISO 3166-1 code"""
    language: str
    """BCP 47 tag"""
    device: Device
    """The device that people search on"""
    location: Optional[str]
    """The city, as `City, Region, Country`; null: the country as a whole"""
    checkedAt: Optional[str]
    """When it was checked; null: never"""
    depth: Optional[int]
    """How many results were looked at; null: unknown"""
    source: Optional[str]
    """The provider that answered; null: no check yet"""
    lastCheck: Optional[LastCheck]
    """Null: there was no check yet"""
    position: Optional[int]
    """The rank among organic results, from 1; 0: not found within `depth`; null: never checked"""
    previousPosition: Optional[int]
    """The rank of the check before"""
    change: Optional[int]
    """`previousPosition` − `position`: above 0 it went up. Null where either is 0 or null"""
    url: Optional[str]
    """The page that ranks; null: none does"""
    competitors: List[ComparisonCompetitor]
    """The same of each competitor"""


class Comparison(_Comparison, total=False):
    """A keyword with the present ranks of the site and of its competitors"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class Competitor(TypedDict):
    """A website that a site is compared with"""
    id: str
    """An opaque id"""
    domain: str
    """The host of the competitor"""


class _DatedOverview(TypedDict):
    id: str
    """The id of the keyword"""
    keyword: str
    """The tracked phrase"""
    country: str
    """Two-letter ISO 3166-1 code"""
    language: str
    """BCP 47 tag"""
    device: Device
    """The device that people search on"""
    location: Optional[str]
    """The city, as `City, Region, Country`; null: the country as a whole"""
    checkedAt: Optional[str]
    """When it was checked; null: never"""
    depth: Optional[int]
    """How many results were looked at; null: unknown"""
    source: Optional[str]
    """The provider that answered; null: no check yet"""
    lastCheck: Optional[LastCheck]
    """Null: there was no check yet"""
    position: Optional[int]
    """The rank among organic results, from 1; 0: not found within `depth`; null: never checked"""
    previousPosition: Optional[int]
    """The rank of the check before"""
    change: Optional[int]
    """`previousPosition` − `position`: above 0 it went up. Null where either is 0 or null"""
    url: Optional[str]
    """The page that ranks; null: none does"""
    best: Optional[int]
    """The best rank so far, never 0; null: never found"""
    frozen: bool
    """True beyond the keywords of the plan, or on a frozen site: readable, not checked"""
    tags: List[str]
    """Labels that people gave it in the dashboard. Where they alone change, that is no change for `updatedSince`"""


class DatedOverview(_DatedOverview, total=False):
    """A keyword, its present rank and its history"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""
    positions: List[Optional[int]]
    """Beside `days`: the last position of each of `dates`; 0: checked and not found, null: not checked"""
    urls: List[Optional[str]]
    """Beside `positions`, with `fields=url`: the page that ranked; null: none did"""
    checkedAts: List[Optional[str]]
    """Beside `positions`, with `fields=checkedAt`: when it was checked; null: it was not"""
    depths: List[Optional[int]]
    """Beside `positions`, with `fields=depth`: how many results were looked at; null: unknown, or not checked"""


class GapCompetitor(TypedDict):
    id: str
    """The id of the competitor"""
    domain: str
    """The host of the competitor"""
    position: Optional[int]
    """Their rank; 0: not found; null: unknown"""
    url: Optional[str]
    """Their page; null: unknown"""


class _Gap(TypedDict):
    keyword: str
    """A phrase that people search for"""
    volume: Optional[int]
    """Searches a month; 0: so few that none are counted; null: unknown"""
    difficulty: Optional[float]
    """How hard it is to rank, 0 to 100; null: unknown"""
    cpc: Optional[float]
    """The price of a click on an ad, in US dollars; null: unknown"""
    intent: Optional[str]
    """The search intent; null: unknown"""
    position: Optional[int]
    """The rank among organic results, from 1; 0: not found within `depth`; null: never checked"""
    competitors: List[GapCompetitor]
    """Where the competitors are"""
    type: Literal["missing", "weak", "shared"]
    """`missing`: the site is not found. `weak`: it is four places or more behind the best competitor, and not among the first three. `shared`: it is nearer, or ahead"""
    score: float
    """The opportunity: the higher, the better"""
    source: str
    """The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks"""
    updatedAt: str
    """A moment, UTC"""


class Gap(_Gap, total=False):
    """A keyword for which competitors rank"""
    difficultySource: Optional[str]
    """Who measured the difficulty: a provider, or `own_pages`, which is ours and not comparable; null: unknown"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class GoneIssue(TypedDict):
    """An issue of the crawl before that is mended"""
    id: str
    """An opaque id"""
    code: str
    """The problem as a stable code"""
    severity: Severity
    """How bad it is"""
    category: str
    """The part of the page that it is about"""
    title: str
    """The problem in a few words"""
    count: int
    """Pages that have it"""
    firstSeen: str
    """A moment, UTC"""


class GoogleAccount(TypedDict):
    """The Google account that is connected"""
    email: str
    """The Google account"""
    connectedAt: str
    """A moment, UTC"""
    brokenSince: Optional[str]
    """Since when Google refuses; null: it does not"""
    brokenReason: Optional[Literal["revoked", "unreadable", "unticked"]]
    """Why: a person has to connect again"""


class _History(TypedDict):
    position: int
    """The rank, from 1; 0: not found within `depth`"""
    checkedAt: str
    """A moment, UTC"""
    url: Optional[str]
    """The page that ranked; null: none did"""
    found: bool
    """Whether the site was found within `depth`"""
    depth: Optional[int]
    """How many results were looked at"""
    source: str
    """The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks"""


class History(_History, total=False):
    """One check of a keyword. A failed check is no entry"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class _Idea(TypedDict):
    id: str
    """An opaque id"""
    title: str
    """A title for the page"""
    keyword: str
    """The phrase that it would rank for"""
    kind: Literal["question", "related", "gap", "striking_distance", "refresh"]
    """Where it comes from: a question of people, a related phrase, a gap to competitors, a rank just below the first page, or a page that fell"""
    volume: Optional[int]
    """Searches a month; null: unknown"""
    difficulty: Optional[float]
    """How hard it is to rank, 0 to 100; null: unknown"""
    intent: Optional[str]
    """The search intent; null: unknown"""
    score: float
    """The opportunity, 0 to 100"""
    existingUrl: Optional[str]
    """The page of the site that ranks for it or is about it; null: none"""
    position: Optional[int]
    """The present rank; 0: not found; null: never checked"""
    evidence: List[str]
    """The evidence, in sentences with your own numbers"""
    source: str
    """The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks"""


class Idea(_Idea, total=False):
    """Something to write about"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class InvalidHost(TypedDict):
    """A text that is no host to disavow"""
    domain: str
    """As you sent it"""
    reason: Literal["path", "wildcard", "ip_address", "public_suffix", "own_domain", "not_a_host"]
    """Why it cannot be disavowed"""


class Invite(TypedDict):
    """An invite to the account"""
    id: str
    """An opaque id"""
    email: str
    """Where the invite was sent"""
    role: Literal["admin", "member", "viewer"]
    """Admins manage keys and people; members work with the sites; viewers only read"""
    status: Literal["pending", "accepted", "revoked", "expired"]
    """The state of the invite"""
    invitedAt: str
    """A moment, UTC"""
    expiresAt: str
    """Until when it can be accepted"""


class IssueUrl(TypedDict):
    url: str
    """A page that has it"""
    detail: Optional[str]
    """Details of this page; null: nothing to add"""


class Issue(TypedDict):
    """Something wrong on the pages of the site"""
    id: str
    """An opaque id"""
    code: str
    """The problem as a stable code"""
    severity: Severity
    """How bad it is"""
    category: str
    """The part of the page that it is about"""
    title: str
    """The problem in a few words"""
    description: str
    """Why it matters"""
    howToFix: str
    """The steps to fix it"""
    count: int
    """Pages that have it"""
    isNew: bool
    """Whether the crawl before did not have it"""
    firstSeen: str
    """A moment, UTC"""
    urls: List[IssueUrl]
    """The pages"""


class Keyword(TypedDict):
    """A phrase that is tracked for a site, in one country and language, on one device and in one place"""
    id: str
    """An opaque id"""
    keyword: str
    """The tracked phrase"""
    country: str
    """Two-letter ISO 3166-1 code"""
    language: str
    """BCP 47 tag"""
    device: Device
    """The device that people search on"""
    location: Optional[str]
    """The city, as `City, Region, Country`; null: the country as a whole"""
    lastCheck: Optional[LastCheck]
    """Null: there was no check yet"""
    frozen: bool
    """True beyond the keywords of the plan, or on a frozen site: readable, not checked"""
    createdAt: str
    """A moment, UTC"""


class LastCheck(TypedDict):
    """The outcome of the last check of a keyword"""
    status: Literal["queued", "ok", "failed"]
    """`queued`: waits for a provider. `failed`: the position before stays, and it is tried again"""
    at: str
    """A moment, UTC"""
    error: Optional[FailureKind]
    """Why it failed; null: it did not. `suspect`: the results page may have been withheld or replaced, and nothing confirms it yet. `respelled`: Google showed results for another spelling of the keyword"""


class Member(TypedDict):
    """Somebody who belongs to the account"""
    id: str
    """An opaque id"""
    email: str
    """The mail address"""
    name: Optional[str]
    """The name; null: not given"""
    role: Literal["owner", "admin", "member", "viewer"]
    """Their role in the account"""
    joinedAt: str
    """A moment, UTC"""
    frozen: bool
    """True beyond the people of the plan: stays a member and cannot enter"""


class PlanOutlineItem(TypedDict):
    heading: str
    """The heading"""
    level: int
    """Its level, 2 to 4"""
    points: List[str]
    """The points of the section"""


class _Plan(TypedDict):
    id: str
    """An opaque id"""
    publishOn: str
    """A month, YYYY-MM"""
    q: str
    """The topic"""
    country: str
    """Two-letter ISO 3166-1 code"""
    language: str
    """BCP 47 tag"""
    context: Optional[str]
    """Facts for the writer; null: none"""
    title: Optional[str]
    """Null until it is ready"""
    outline: List[PlanOutlineItem]
    """The parts of the page; empty until it is ready"""
    keywords: List[str]
    """Phrases that belong into it"""
    questions: List[str]
    """Questions that it should answer"""
    articleId: Optional[str]
    """The article about the topic; null: none"""
    status: Literal["queued", "writing", "ready", "failed"]
    """`queued`, `writing`: post it again to read how far it is, which is free. `failed`: posting it again tries again"""
    generator: Optional[str]
    """`llm:<model>`, or `offline-outline` for an outline with prompts to fill in; null: not written yet"""
    error: Optional[FailureKind]
    """Why the last try failed; of a ready outline, why the writer’s answer is not shown"""
    version: int
    """Counts the changes"""
    createdAt: str
    """A moment, UTC"""
    updatedAt: str
    """A moment, UTC"""


class Plan(_Plan, total=False):
    """A piece of content that is planned for a month"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class PlannerTrendItem(TypedDict):
    year: int
    """The year"""
    month: int
    """The month, 1 to 12"""
    volume: Optional[int]
    """Searches of that month; null: unknown"""


class _Planner(TypedDict):
    keyword: str
    """A phrase that people search for"""
    volume: Optional[int]
    """Searches a month; 0: so few that none are counted; null: unknown"""
    difficulty: Optional[float]
    """How hard it is to rank, 0 to 100; null: unknown"""
    cpc: Optional[float]
    """The price of a click on an ad, in US dollars; null: unknown"""
    intent: Optional[str]
    """The search intent; null: unknown"""
    competition: Optional[float]
    """How many advertisers want it, 0 to 1; null: unknown"""
    trend: List[PlannerTrendItem]
    """The volume month by month; empty where it is unknown"""
    source: str
    """The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks"""
    updatedAt: str
    """A moment, UTC"""
    cluster: Optional[str]
    """The group of phrases that one page could serve"""
    tracked: bool
    """Whether the site tracks it"""
    keywordId: Optional[str]
    """The keyword that tracks it; null: none does"""
    position: Optional[int]
    """The rank among organic results, from 1; 0: not found within `depth`; null: never checked"""
    opportunity: Optional[float]
    """The opportunity, 0 to 100, by volume, difficulty and present rank; null: unknown"""
    lowTopOfPageBid: Optional[float]
    """A bid for the top of the page, in US dollars; null: unknown"""
    highTopOfPageBid: Optional[float]
    """A high bid for the top of the page, in US dollars; null: unknown"""


class Planner(_Planner, total=False):
    """A keyword idea for a site"""
    difficultySource: Optional[str]
    """Who measured the difficulty: a provider, or `own_pages`, which is ours and not comparable; null: unknown"""
    unsupported: bool
    """True where the provider takes no such phrase (it has a symbol, or is too long): its figures stay unknown"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


ProblemError = TypedDict("ProblemError", {
    "in": "Literal['body', 'query', 'path']",
    "field": "str",
    "code": "str",
    "message": "str",
})


class ProblemPlanLimit(TypedDict):
    """With `plan_limit_reached`"""
    name: str
    """The limit of the plan"""
    max: int
    """How many it allows"""
    used: int
    """How many there are"""


class ProblemStrikes(TypedDict):
    """With `path_not_listed`"""
    count: int
    """Strikes of this key"""
    limit: int
    """At this many it is revoked"""


class _Problem(TypedDict):
    allowance: Allowance
    type: str
    """Where the code is explained, relative to the address that was called"""
    title: str
    """The code in words"""
    status: int
    """The HTTP status"""
    detail: str
    """The problem of this call"""
    instance: str
    """The id of the request: name it when you ask about it"""
    code: Literal["bad_request", "invalid_input", "unknown_field", "fetch_failed", "missing_key", "invalid_key", "plan_required", "plan_limit_reached", "browser_not_allowed", "allowance_exhausted", "path_not_listed", "not_found", "method_not_allowed", "conflict", "not_connected", "payload_too_large", "unsupported_media_type", "rate_limited", "internal", "provider_failed", "bad_upstream_body", "unavailable", "timeout"]
    """The code that a program should branch on"""
    retryable: bool
    """Whether the same call can succeed later"""


class Problem(_Problem, total=False):
    """A refusal (RFC 9457)"""
    errors: List[ProblemError]
    """Each bad field"""
    requiredPlan: str
    """With `plan_required`: the lowest plan that has it"""
    planLimit: ProblemPlanLimit
    """With `plan_limit_reached`"""
    strikes: ProblemStrikes
    """With `path_not_listed`"""
    retryAfterSeconds: int
    """When to try again, as in `Retry-After`"""


class PromptIntervalsMentionRate(TypedDict):
    low: float
    """Its lower end, 0 to 1"""
    high: float
    """Its upper end, 0 to 1"""


class PromptIntervalsCitationRate(TypedDict):
    low: float
    """Its lower end, 0 to 1"""
    high: float
    """Its upper end, 0 to 1"""


class PromptIntervalsShareOfVoice(TypedDict):
    low: float
    """Its lower end, 0 to 1"""
    high: float
    """Its upper end, 0 to 1"""


class PromptIntervals(TypedDict):
    """The 95 % interval of each share (Wilson); null where the share is"""
    mentionRate: Optional[PromptIntervalsMentionRate]
    """Where the true share lies, in 95 % of the cases; null: unknown"""
    citationRate: Optional[PromptIntervalsCitationRate]
    """Where the true share lies, in 95 % of the cases; null: unknown"""
    shareOfVoice: Optional[PromptIntervalsShareOfVoice]
    """Where the true share lies, in 95 % of the cases; null: unknown"""


class PromptEngineCitation(TypedDict):
    """A source that an engine named"""
    url: str
    """The address that was cited"""
    domain: str
    """Its host"""
    title: Optional[str]
    """Its title; null: unknown"""
    isYours: bool
    """Whether it belongs to the site"""


class _PromptEngine(TypedDict):
    engine: str
    """The AI engine"""
    model: Optional[str]
    """Its model; null: not asked yet"""
    status: Literal["ready", "failed", "queued"]
    """The outcome of the last run"""
    mentioned: Optional[bool]
    """Whether the answer names the site; null: no answer"""
    cited: Optional[bool]
    """Whether it cites a page of the site; null: no answer"""
    position: Optional[int]
    """The place among the names in the answer; null: not named"""
    citations: List[PromptEngineCitation]
    """The sources that the answer cites, in order"""
    checkedAt: Optional[str]
    """When it answered; null: never"""
    error: Optional[FailureKind]
    """Why it failed; null: it did not. `suspect`: the results page may have been withheld or replaced, and nothing confirms it yet. `respelled`: Google showed results for another spelling of the keyword"""


class PromptEngine(_PromptEngine, total=False):
    """The last answer of one engine"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class PromptHistoryItem(TypedDict):
    checkedAt: str
    """A moment, UTC"""
    answers: int
    """Good answers of these days; a failed run is none"""
    mentioned: int
    """How many of them name the site"""
    cited: int
    """How many of them cite the site"""
    mentionRate: Optional[float]
    """The share of answers that name the site, 0 to 1; null: below ten answers"""
    citationRate: Optional[float]
    """The share of answers that cite the site, 0 to 1; null: below ten answers"""


class Prompt(TypedDict):
    """A question to AI engines, and how they name and cite the site"""
    id: str
    """An opaque id"""
    prompt: str
    """The question for the engines"""
    source: Literal["suggested", "custom"]
    """Whether we suggested it"""
    status: Literal["active", "paused", "unavailable"]
    """`unavailable`: no engine is set up here"""
    frozen: bool
    """True beyond the prompts of the plan, or on a frozen site: kept, not run"""
    lastRunAt: Optional[str]
    """When an engine was asked last; null: never"""
    answers: int
    """Good answers of these days; a failed run is none"""
    mentioned: int
    """How many of them name the site"""
    cited: int
    """How many of them cite the site"""
    names: int
    """How often they name the site or one of its competitors: what the share of voice is of"""
    mentionRate: Optional[float]
    """The share of answers that name the site, 0 to 1; null: below ten answers"""
    citationRate: Optional[float]
    """The share of answers that cite the site, 0 to 1; null: below ten answers"""
    shareOfVoice: Optional[float]
    """Mentions of the site among those of it and the competitors that it lists, 0 to 1: with other competitors it is another; null: below ten answers"""
    intervals: PromptIntervals
    """The 95 % interval of each share (Wilson); null where the share is"""
    engines: List[PromptEngine]
    """The last answer of each engine"""
    history: List[PromptHistoryItem]
    """The rounds of `days`, oldest first; a failed run is a gap. Sum their counts: the rates of one round are null below ten answers"""


class Property(TypedDict):
    """A property of the search console"""
    siteUrl: str
    """The property, as Google names it"""
    permission: str
    """`siteOwner`, `siteFullUser` or `siteRestrictedUser`"""
    isForSite: bool
    """Whether it is about the domain of the site"""


class ResearchTrendItem(TypedDict):
    year: int
    """The year"""
    month: int
    """The month, 1 to 12"""
    volume: Optional[int]
    """Searches of that month; null: unknown"""


class _Research(TypedDict):
    keyword: str
    """A phrase that people search for"""
    volume: Optional[int]
    """Searches a month; 0: so few that none are counted; null: unknown"""
    difficulty: Optional[float]
    """How hard it is to rank, 0 to 100; null: unknown"""
    cpc: Optional[float]
    """The price of a click on an ad, in US dollars; null: unknown"""
    intent: Optional[str]
    """The search intent; null: unknown"""
    competition: Optional[float]
    """How many advertisers want it, 0 to 1; null: unknown"""
    trend: List[ResearchTrendItem]
    """The volume month by month; empty where it is unknown"""
    source: str
    """The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks"""
    updatedAt: str
    """A moment, UTC"""


class Research(_Research, total=False):
    """A keyword idea"""
    difficultySource: Optional[str]
    """Who measured the difficulty: a provider, or `own_pages`, which is ours and not comparable; null: unknown"""
    unsupported: bool
    """True where the provider takes no such phrase (it has a symbol, or is too long): its figures stay unknown"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class SchemaError(TypedDict):
    """Something wrong in structured data"""
    code: str
    """The problem as a stable code"""
    severity: Severity
    """How bad it is"""
    message: str
    """The problem in a sentence"""
    type: Optional[str]
    """The type that it is about; null: none"""
    field: Optional[str]
    """The field that it is about; null: none"""
    path: Optional[str]
    """Where it is within the item; null: the item itself"""
    line: Optional[int]
    """The line of the text, from 1; null: unknown"""
    column: Optional[int]
    """The column, from 1; null: unknown"""


class SchemaItem(TypedDict):
    """A piece of structured data"""
    type: str
    """Its type at schema.org"""
    id: Optional[str]
    """Its own id; null: it has none"""
    format: Literal["json-ld", "microdata", "rdfa"]
    """How it is written"""
    properties: Dict[str, Any]
    """Its properties and values"""
    path: Optional[str]
    """Where it is within another item; null: within none"""
    line: Optional[int]
    """The line of the text, from 1; null: unknown"""
    valid: bool
    """Whether it has no error"""
    richResult: Optional[str]
    """The rich result that Google could show, such as `product-snippet`; null: none"""
    errors: List[SchemaError]
    """Its errors"""


class SearchQuery(TypedDict):
    """A query with which people found the site"""
    query: str
    """The query that people searched for"""
    clicks: int
    """Clicks within the window"""
    impressions: int
    """How often the site was shown"""
    ctr: float
    """Clicks ÷ impressions, 0 to 1"""
    position: float
    """Google’s mean rank over the window"""
    keywordId: Optional[str]
    """The keyword that tracks it; null: none does"""
    ownPosition: Optional[int]
    """The rank of our last check; 0: not found; null: not tracked, or not checked yet"""
    ownCheckedAt: Optional[str]
    """When we checked; null: never"""


class Site(TypedDict):
    """A website whose ranks are tracked"""
    id: str
    """An opaque id"""
    name: str
    """The label of the site"""
    domain: str
    """A bare host. Its subdomains belong to the site"""
    tags: List[str]
    """Your own labels"""
    description: Optional[str]
    """A note"""
    country: str
    """Two-letter ISO 3166-1 code"""
    language: str
    """BCP 47 tag"""
    autoAddPreference: Optional[str]
    """A description of the keywords that Auto-add should look for"""
    checksPausedAt: Optional[str]
    """Since when scheduled checks are paused; null: they run"""
    frozen: bool
    """True beyond the sites of the plan: readable, and nothing is checked, collected or written for it"""
    createdAt: str
    """A moment, UTC"""


class SkippedLine(TypedDict):
    """A line of a bulk text that added no keyword"""
    line: int
    """The line of the text, from 1"""
    keyword: str
    """The phrase on the line"""
    code: Literal["duplicate", "invalid", "plan_limit_reached"]
    """Why it was skipped"""


class RankChangedEventDataProject(TypedDict):
    """The site that the event is about"""
    id: str
    """An opaque id"""
    name: str
    """The label of the site"""
    domain: str
    """A bare host"""


class RankChangedEventDataChangeBefore(TypedDict):
    """The comparable check before"""
    at: str
    """When it was checked"""
    position: int
    """1 is the first organic result; 0: not found within the depth"""
    url: Optional[str]
    """The page that ranks; null: none"""


class RankChangedEventDataChange(TypedDict):
    """A check in which the position or the page of a keyword differs from the comparable check before"""
    keywordId: str
    """An opaque id"""
    keyword: str
    """The phrase"""
    device: str
    """`desktop` or `mobile`"""
    country: str
    """ISO 3166-1 alpha-2, lower case"""
    location: Optional[str]
    """The city, as Google writes it; null: the country"""
    at: str
    """When it was checked"""
    position: int
    """1 is the first organic result; 0: not found within the depth"""
    url: Optional[str]
    """The page that ranks; null: none"""
    before: RankChangedEventDataChangeBefore
    """The comparable check before"""


class RankChangedEventData(TypedDict):
    """The change itself"""
    project: RankChangedEventDataProject
    """The site that the event is about"""
    count: int
    """How many changes the event has"""
    changes: List[RankChangedEventDataChange]
    """Oldest first"""


class _RankChangedEvent(TypedDict):
    type: Literal["rank.changed"]
    """The type of the event"""
    timestamp: str
    """When it happened"""
    data: RankChangedEventData
    """The change itself"""


class RankChangedEvent(_RankChangedEvent, total=False):
    """Positions or pages of keywords changed"""
    sandbox: Literal[True]
    """True if the sandbox simulated the data; else absent"""


class AuditFinishedEventDataProject(TypedDict):
    """The site that the event is about"""
    id: str
    """An opaque id"""
    name: str
    """The label of the site"""
    domain: str
    """A bare host"""


class AuditFinishedEventData(TypedDict):
    """The change itself"""
    project: AuditFinishedEventDataProject
    """The site that the event is about"""
    crawlId: str
    """An opaque id"""
    status: Literal["ready", "partial"]
    """`partial`: not all pages could be read"""
    score: Optional[float]
    """How good the pages are, 0 to 100; null: no page was read"""
    health: Optional[float]
    """Pages without an error, in per cent"""
    pages: int
    """How many pages were read"""
    errors: int
    """How many errors it found"""
    warnings: int
    """How many warnings it found"""
    notices: int
    """How many notices it found"""
    newIssues: List[str]
    """Codes of issues that were not there in the audit before"""
    fixedIssues: List[str]
    """Codes of issues that are fixed since the audit before"""


class _AuditFinishedEvent(TypedDict):
    type: Literal["audit.finished"]
    """The type of the event"""
    timestamp: str
    """When it happened"""
    data: AuditFinishedEventData
    """The change itself"""


class AuditFinishedEvent(_AuditFinishedEvent, total=False):
    """An audit of the site ended"""
    sandbox: Literal[True]
    """True if the sandbox simulated the data; else absent"""


class LinksChangedEventDataProject(TypedDict):
    """The site that the event is about"""
    id: str
    """An opaque id"""
    name: str
    """The label of the site"""
    domain: str
    """A bare host"""


class LinksChangedEventDataLink(TypedDict):
    change: Literal["won", "lost"]
    """`won`: seen for the first time"""
    domainFrom: str
    """The host that links"""
    urlFrom: Optional[str]
    """The page that links; null where only its host is known"""
    urlTo: Optional[str]
    """The page that it leads to; null where it is unknown"""
    at: str
    """When it was seen first, or found to be lost"""


class LinksChangedEventData(TypedDict):
    """The change itself"""
    project: LinksChangedEventDataProject
    """The site that the event is about"""
    won: int
    """How many links were won"""
    lost: int
    """How many links were lost"""
    links: List[LinksChangedEventDataLink]
    """The first 25 of them"""


class _LinksChangedEvent(TypedDict):
    type: Literal["links.changed"]
    """The type of the event"""
    timestamp: str
    """When it happened"""
    data: LinksChangedEventData
    """The change itself"""


class LinksChangedEvent(_LinksChangedEvent, total=False):
    """The site won or lost links"""
    sandbox: Literal[True]
    """True if the sandbox simulated the data; else absent"""


class AlertRaisedEventDataProject(TypedDict):
    """The site that the event is about"""
    id: str
    """An opaque id"""
    name: str
    """The label of the site"""
    domain: str
    """A bare host"""


AlertRaisedEventDataAlert = TypedDict("AlertRaisedEventDataAlert", {
    "id": "str",
    "rule": "str",
    "title": "str",
    "keywordId": "Optional[str]",
    "keyword": "Optional[str]",
    "from": "Optional[Union[float, str]]",
    "to": "Optional[Union[float, str]]",
    "url": "Optional[str]",
    "at": "str",
})


class AlertRaisedEventData(TypedDict):
    """The change itself"""
    project: AlertRaisedEventDataProject
    """The site that the event is about"""
    count: int
    """How many alerts were raised"""
    alerts: List[AlertRaisedEventDataAlert]
    """The first 25 of them"""
    page: str
    """The page of the dashboard that shows them"""


class _AlertRaisedEvent(TypedDict):
    type: Literal["alert.raised"]
    """The type of the event"""
    timestamp: str
    """When it happened"""
    data: AlertRaisedEventData
    """The change itself"""


class AlertRaisedEvent(_AlertRaisedEvent, total=False):
    """Alerts were raised"""
    sandbox: Literal[True]
    """True if the sandbox simulated the data; else absent"""


class _SitesListAnswer(TypedDict):
    allowance: Allowance
    projects: List[Site]
    """The sites"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""


class SitesListAnswer(_SitesListAnswer, total=False):
    nextUpdatedSince: str
    """On the first page, also of a call without `updatedSince`: what to ask with the next time. Nothing is missed then; a row may come twice"""


class _SitesCreateAnswer(TypedDict):
    allowance: Allowance
    project: Site
    created: bool
    """False: it was there already, and is answered as it is"""


class SitesCreateAnswer(_SitesCreateAnswer, total=False):
    revived: Literal[True]
    """Only where it was deleted less than 30 days ago: it is back with its id and its history"""


class SitesGetAnswer(TypedDict):
    allowance: Allowance
    project: Site


class SitesUpdateAnswer(TypedDict):
    allowance: Allowance
    project: Site


class _SitesDeleteAnswer(TypedDict):
    allowance: Allowance
    ok: Literal[True]
    """It is done"""


class SitesDeleteAnswer(_SitesDeleteAnswer, total=False):
    restorableUntil: str
    """Until when it can be brought back with its history: by adding the same again, or in the dashboard. Absent: it is deleted for good"""


class _KeywordsListAnswer(TypedDict):
    allowance: Allowance
    keywords: List[Keyword]
    """The keywords"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""


class KeywordsListAnswer(_KeywordsListAnswer, total=False):
    nextUpdatedSince: str
    """On the first page, also of a call without `updatedSince`: what to ask with the next time. Nothing is missed then; a row may come twice"""


class _KeywordsCreateAnswer(TypedDict):
    allowance: Allowance
    keyword: Keyword
    created: bool
    """False: it was there already, and is answered as it is"""


class KeywordsCreateAnswer(_KeywordsCreateAnswer, total=False):
    revived: Literal[True]
    """Only where it was deleted less than 30 days ago: it is back with its id and its history"""


class _KeywordsCreateBulkAnswer(TypedDict):
    allowance: Allowance
    added: int
    """Keywords that are new"""
    skipped: int
    """Lines that added none; blank lines do not count"""
    keywords: List[Keyword]
    """The new ones"""
    skippedLines: List[SkippedLine]
    """The others, each with the reason"""


class KeywordsCreateBulkAnswer(_KeywordsCreateBulkAnswer, total=False):
    revived: int
    """How many of them were deleted less than 30 days ago, and are back with their history"""


class KeywordsUpdateAnswer(TypedDict):
    allowance: Allowance
    keyword: Keyword


class _KeywordsDeleteAnswer(TypedDict):
    allowance: Allowance
    ok: Literal[True]
    """It is done"""


class KeywordsDeleteAnswer(_KeywordsDeleteAnswer, total=False):
    restorableUntil: str
    """Until when it can be brought back with its history: by adding the same again, or in the dashboard. Absent: it is deleted for good"""


class HistoryListAnswer(TypedDict):
    allowance: Allowance
    history: List[History]
    """The checks, oldest first"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""


class _OverviewGetAnswer(TypedDict):
    allowance: Allowance
    score: float
    """Visibility: the clicks that the ranks bring, of those that first places would, by the click rates of a study of 2022, without AI Overviews. 0: no keyword ranks"""
    keywords: List[DatedOverview]
    """Each keyword with its present rank"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""


class OverviewGetAnswer(_OverviewGetAnswer, total=False):
    dates: List[str]
    """Beside `days`: the UTC dates of all `positions`, the oldest first"""
    nextUpdatedSince: str
    """On the first page, also of a call without `updatedSince`: what to ask with the next time. Nothing is missed then; a row may come twice"""


class RankComparisonListAnswer(TypedDict):
    allowance: Allowance
    competitors: List[Competitor]
    """All competitors of the site, also without a keyword"""
    rows: List[Comparison]
    """The keywords"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""


class CompetitorsAddAnswer(TypedDict):
    allowance: Allowance
    competitor: Competitor
    created: bool
    """False: it was there already, and is answered as it is"""


class _ResearchGetAnswer(TypedDict):
    allowance: Allowance
    seed: str
    """The phrase that it started from"""
    rows: List[Research]
    """The rows found"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""


class ResearchGetAnswer(_ResearchGetAnswer, total=False):
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""


class _ResearchRunAnswer(TypedDict):
    allowance: Allowance
    seed: str
    """The phrase that it started from"""
    rows: List[Research]
    """The rows found"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""


class ResearchRunAnswer(_ResearchRunAnswer, total=False):
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""


class _PlannerListAnswer(TypedDict):
    allowance: Allowance
    rows: List[Planner]
    """The rows found"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""
    hint: Optional[str]
    """A step that would give more rows; null: none"""


class PlannerListAnswer(_PlannerListAnswer, total=False):
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""


class _GapListAnswer(TypedDict):
    allowance: Allowance
    rows: List[Gap]
    """The rows found"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""
    hint: Optional[str]
    """A step that would give more rows; null: none"""


class GapListAnswer(_GapListAnswer, total=False):
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""


class _BacklinksListAnswer(TypedDict):
    allowance: Allowance
    rows: List[Backlink]
    """The rows found"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""


class BacklinksListAnswer(_BacklinksListAnswer, total=False):
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""


class DisavowListAnswer(TypedDict):
    allowance: Allowance
    domains: List[str]
    """The hosts"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""


class DisavowAddAnswer(TypedDict):
    allowance: Allowance
    domains: List[str]
    """The whole list"""
    added: int
    """Hosts that are new"""
    skipped: int
    """Hosts that were on it, or are below one that is"""
    invalid: List[InvalidHost]
    """Hosts that were not added. Only a call with nothing else is refused"""


class _PromptsListAnswer(TypedDict):
    allowance: Allowance
    prompts: List[Prompt]
    """The prompts"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""


class PromptsListAnswer(_PromptsListAnswer, total=False):
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""


class PromptsCreateAnswerPrompt(TypedDict):
    id: str
    """An opaque id"""
    prompt: str
    """The prompt"""
    created: bool
    """False: it was there already, and is answered as it is"""


class _PromptsCreateAnswer(TypedDict):
    allowance: Allowance
    prompt: Prompt
    """The first"""
    created: bool
    """Whether any is new"""


class PromptsCreateAnswer(_PromptsCreateAnswer, total=False):
    prompts: List[PromptsCreateAnswerPrompt]
    """Each, in the order of `prompts`; absent for one prompt"""


class _IssuesListAnswer(TypedDict):
    allowance: Allowance
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""
    score: Optional[float]
    """How good the pages are, 0 to 100; null: no page was read yet"""
    health: Optional[float]
    """The share of pages without an error, in per cent; null: no page was read"""
    pagesDone: Optional[int]
    """Pages read by the crawl that runs, or by the one that is shown"""
    pagesKnown: Optional[int]
    """Pages that it has found"""
    source: Optional[str]
    """The source of the pages; null: none was read yet"""
    issues: List[Issue]
    """The issues"""
    gone: List[GoneIssue]
    """Issues of the previous crawl that are fixed"""


class IssuesListAnswer(_IssuesListAnswer, total=False):
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""


class SchemaCheckAnswer(TypedDict):
    allowance: Allowance
    items: List[SchemaItem]
    """The structured data"""
    errors: List[SchemaError]
    """All that is wrong, in the order of the text"""


class SiteSchemaCheckAnswer(TypedDict):
    allowance: Allowance
    items: List[SchemaItem]
    """The structured data"""
    errors: List[SchemaError]
    """All that is wrong, in the order of the text"""
    source: Literal["code", "url"]
    """Whether code or a page was checked"""
    url: Optional[str]
    """The page, after redirects; null for `code`"""


class _IdeasListAnswer(TypedDict):
    allowance: Allowance
    ideas: List[Idea]
    """The ideas, best first"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""


class IdeasListAnswer(_IdeasListAnswer, total=False):
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""


class PlansCreateAnswer(TypedDict):
    allowance: Allowance
    plan: Plan
    created: bool
    """False: it was there already, and is answered as it is"""


class ArticlesCreateAnswer(TypedDict):
    allowance: Allowance
    article: Article
    created: bool
    """False: it was there already, and is answered as it is"""


class SearchConsoleGetAnswer(TypedDict):
    allowance: Allowance
    connected: bool
    """Whether a Google account is connected"""
    connectUrl: Optional[str]
    """The page where a person connects one; null: that is done, or not possible here"""
    isAvailable: bool
    """Whether this installation can connect to Google"""
    account: Optional[GoogleAccount]
    """The Google account; null: none"""


class SearchConsoleConnectAnswer(TypedDict):
    allowance: Allowance
    property: str
    """The property of the site, as Google names it"""


class SearchConsolePropertiesListAnswer(TypedDict):
    allowance: Allowance
    connected: bool
    """Whether a Google account is connected"""
    connectUrl: Optional[str]
    """The page where a person connects one; null: that is done, or not possible here"""
    property: Optional[str]
    """The property of the site; null: none is chosen"""
    properties: List[Property]
    """The properties that the Google account may read"""


class SearchConsoleQueriesListAnswerTotals(TypedDict):
    clicks: int
    """All clicks"""
    impressions: int
    """How often the site was shown"""


class _SearchConsoleQueriesListAnswer(TypedDict):
    allowance: Allowance
    connected: bool
    """Whether a Google account is connected"""
    connectUrl: Optional[str]
    """The page where a person connects one; null: that is done, or not possible here"""
    property: Optional[str]
    """The property of the site; null: none is chosen"""
    startDate: Optional[str]
    """The first day of the window, in Pacific Time as all days of Google; null: nothing was read"""
    endDate: Optional[str]
    """Its last day; Google is two days behind"""
    totals: Optional[SearchConsoleQueriesListAnswerTotals]
    """Of all queries, including those that Google does not name: more than the sum of the rows. Null: nothing was read"""
    isCut: bool
    """Whether the list ends at 100,000 queries, the most clicked: Google may have more"""
    status: CollectStatus
    """`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`"""
    reason: Optional[CollectReason]
    """Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest"""
    updatedAt: Optional[str]
    """When the data was collected; null: never"""
    queries: List[SearchQuery]
    """The queries"""
    total: int
    """Rows of the whole list"""
    nextCursor: Optional[str]
    """The `cursor` of the next page; null at the end"""


class SearchConsoleQueriesListAnswer(_SearchConsoleQueriesListAnswer, total=False):
    sandbox: Literal[True]
    """True if the sandbox simulated the provider; else absent"""
    retryAfterSeconds: int
    """Only while it is collected: when to ask again"""


class TeamListAnswer(TypedDict):
    allowance: Allowance
    members: List[Member]
    """Who belongs to the account"""
    invites: List[Invite]
    """Invites that were not accepted yet"""


class InvitesCreateAnswer(TypedDict):
    allowance: Allowance
    id: str
    """The id of the invite"""
    invite: Invite
    created: bool
    """False: it was there already, and is answered as it is"""


WebhookEvent = Union[RankChangedEvent, AuditFinishedEvent, LinksChangedEvent, AlertRaisedEvent]
"""An event of a site, as its webhooks get it."""


class SitesCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        *,
        updated_since: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> SitesListAnswer:
        """The sites of the account, oldest first. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(SitesListAnswer, self._wire.call(Row("GET", "/projects", True, "projects"), {"updatedSince": updated_since, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        *,
        updated_since: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[Site]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Site], self._wire.each(Row("GET", "/projects", True, "projects"), {"updatedSince": updated_since, "limit": limit, "cursor": cursor}))

    def create(
        self,
        *,
        name: str,
        domain: str,
        tags: Union[List[str], Unset] = UNSET,
        description: Union[Optional[str], Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        auto_add_preference: Union[Optional[str], Unset] = UNSET,
    ) -> SitesCreateAnswer:
        """Add a site; one with the same domain and name is answered as it is. One that was deleted less than 30 days ago comes back with all that was deleted with it. Posting the same again answers what is there, with `created: false`, before any limit is looked at. `tags` needs the plan Starter or a higher one. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(SitesCreateAnswer, self._wire.call(Row("POST", "/projects", True), {"name": name, "domain": domain, "tags": tags, "description": description, "country": country, "language": language, "autoAddPreference": auto_add_preference}))

    def get(self, id: str) -> SitesGetAnswer:
        """One site. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(SitesGetAnswer, self._wire.call(Row("GET", "/projects/:id", True), {"id": id}))

    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        domain: Union[str, Unset] = UNSET,
        tags: Union[List[str], Unset] = UNSET,
        description: Union[Optional[str], Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        auto_add_preference: Union[Optional[str], Unset] = UNSET,
        checks_paused: Union[bool, Unset] = UNSET,
    ) -> SitesUpdateAnswer:
        """Change a site; `checksPaused` pauses or resumes its scheduled checks. Another domain keeps the ids of its keywords and starts new histories. `tags` needs the plan Starter or a higher one. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(SitesUpdateAnswer, self._wire.call(Row("PATCH", "/projects/:id", False), {"id": id, "name": name, "domain": domain, "tags": tags, "description": description, "country": country, "language": language, "autoAddPreference": auto_add_preference, "checksPaused": checks_paused}))

    def delete(self, id: str) -> SitesDeleteAnswer:
        """Delete a site and all that belongs to it. It is kept for 30 days, counts towards no limit, and comes back when the same is added again. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(SitesDeleteAnswer, self._wire.call(Row("DELETE", "/projects/:id", False), {"id": id}))


class KeywordsCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        updated_since: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> KeywordsListAnswer:
        """The keywords of a site, oldest first. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(KeywordsListAnswer, self._wire.call(Row("GET", "/projects/:id/keywords", True, "keywords"), {"id": id, "updatedSince": updated_since, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        *,
        updated_since: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[Keyword]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Keyword], self._wire.each(Row("GET", "/projects/:id/keywords", True, "keywords"), {"id": id, "updatedSince": updated_since, "limit": limit, "cursor": cursor}))

    def create(
        self,
        id: str,
        *,
        keyword: str,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        device: Union[Device, Unset] = UNSET,
        location: Union[Optional[str], Unset] = UNSET,
    ) -> KeywordsCreateAnswer:
        """Track a phrase; its first check starts at once. A check usually takes seconds: `lastCheck` says when it is done. One that was deleted less than 30 days ago comes back with its history. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(KeywordsCreateAnswer, self._wire.call(Row("POST", "/projects/:id/keywords", True), {"id": id, "keyword": keyword, "country": country, "language": language, "device": device, "location": location}))

    def create_bulk(
        self,
        id: str,
        *,
        text: str,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        device: Union[Device, Unset] = UNSET,
        location: Union[Optional[str], Unset] = UNSET,
    ) -> KeywordsCreateBulkAnswer:
        """Track many phrases, one a line. Lines are added in order until the plan is full. Posting the same text again skips what is tracked already. It is refused only where the plan has room for none. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(KeywordsCreateBulkAnswer, self._wire.call(Row("POST", "/projects/:id/keywords/bulk", False), {"id": id, "text": text, "country": country, "language": language, "device": device, "location": location}))

    def update(
        self,
        id: str,
        kid: str,
        *,
        keyword: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        device: Union[Device, Unset] = UNSET,
        location: Union[Optional[str], Unset] = UNSET,
    ) -> KeywordsUpdateAnswer:
        """Change a phrase or where it is tracked; the id stays, the history starts anew. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(KeywordsUpdateAnswer, self._wire.call(Row("PATCH", "/projects/:id/keywords/:kid", False), {"id": id, "kid": kid, "keyword": keyword, "country": country, "language": language, "device": device, "location": location}))

    def delete(self, id: str, kid: str) -> KeywordsDeleteAnswer:
        """Stop tracking a phrase. It is kept for 30 days, counts towards no limit, and comes back with its history when it is added again. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(KeywordsDeleteAnswer, self._wire.call(Row("DELETE", "/projects/:id/keywords/:kid", False), {"id": id, "kid": kid}))


class HistoryCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        kid: str,
        *,
        from_: Union[str, Unset] = UNSET,
        to: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> HistoryListAnswer:
        """The positions of a keyword, oldest first; `limit` gives the latest. `cursor` leads from there to older ones. Each keyword is a call: `days` and `fields` of `GET /projects/:id/overview` have those of all keywords in one. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(HistoryListAnswer, self._wire.call(Row("GET", "/projects/:id/keywords/:kid/history", True, "history"), {"id": id, "kid": kid, "from": from_, "to": to, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        kid: str,
        *,
        from_: Union[str, Unset] = UNSET,
        to: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[History]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[History], self._wire.each(Row("GET", "/projects/:id/keywords/:kid/history", True, "history"), {"id": id, "kid": kid, "from": from_, "to": to, "limit": limit, "cursor": cursor}))


class OverviewCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def get(
        self,
        id: str,
        *,
        days: Union[int, Unset] = UNSET,
        fields: Union[str, Unset] = UNSET,
        updated_since: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> OverviewGetAnswer:
        """Visibility score of a site and the present rank of each keyword. With `days` it is the history of all keywords in one call, and the way for a nightly job: the sites are one call, and `keywords`, this one and `rank-compare` three for each site. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(OverviewGetAnswer, self._wire.call(Row("GET", "/projects/:id/overview", True, "keywords"), {"id": id, "days": days, "fields": fields, "updatedSince": updated_since, "limit": limit, "cursor": cursor}))

    def get_each(
        self,
        id: str,
        *,
        days: Union[int, Unset] = UNSET,
        fields: Union[str, Unset] = UNSET,
        updated_since: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[DatedOverview]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[DatedOverview], self._wire.each(Row("GET", "/projects/:id/overview", True, "keywords"), {"id": id, "days": days, "fields": fields, "updatedSince": updated_since, "limit": limit, "cursor": cursor}))


class RankComparisonCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> RankComparisonListAnswer:
        """Each keyword with the ranks of the site and its competitors. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(RankComparisonListAnswer, self._wire.call(Row("GET", "/projects/:id/rank-compare", True, "rows"), {"id": id, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[Comparison]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Comparison], self._wire.each(Row("GET", "/projects/:id/rank-compare", True, "rows"), {"id": id, "limit": limit, "cursor": cursor}))


class CompetitorsCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def add(self, id: str, *, domain: str) -> CompetitorsAddAnswer:
        """Compare a site with another one. Its past is filled in from the pages that your own checks have read. `GET /projects/:id/rank-compare` lists the competitors; people remove one in the dashboard (Rank comparison). Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(CompetitorsAddAnswer, self._wire.call(Row("POST", "/projects/:id/competitors", True), {"id": id, "domain": domain}))


class ResearchCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def get(
        self,
        *,
        q: str,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> ResearchGetAnswer:
        """Keyword ideas for a seed. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(ResearchGetAnswer, self._wire.call(Row("GET", "/keywords/research", True, "rows"), {"q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}))

    def get_each(
        self,
        *,
        q: str,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[Research]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Research], self._wire.each(Row("GET", "/keywords/research", True, "rows"), {"q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}))

    def get_ready(
        self,
        *,
        q: str,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        within: float = 120.0,
    ) -> ResearchGetAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(ResearchGetAnswer, self._wire.ready(Row("GET", "/keywords/research", True, "rows"), {"q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}, within))

    def run(
        self,
        *,
        q: Union[str, Unset] = UNSET,
        keyword: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
    ) -> ResearchRunAnswer:
        """Keyword ideas for a seed, asked for in a body. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(ResearchRunAnswer, self._wire.call(Row("POST", "/keywords/research", True), {"q": q, "keyword": keyword, "country": country, "language": language}))

    def run_ready(
        self,
        *,
        q: Union[str, Unset] = UNSET,
        keyword: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        within: float = 120.0,
    ) -> ResearchRunAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(ResearchRunAnswer, self._wire.ready(Row("POST", "/keywords/research", True), {"q": q, "keyword": keyword, "country": country, "language": language}, within))


class PlannerCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        q: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> PlannerListAnswer:
        """Keyword ideas with bids, clusters and what is tracked already. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(PlannerListAnswer, self._wire.call(Row("GET", "/projects/:id/planner", True, "rows"), {"id": id, "q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        *,
        q: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[Planner]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Planner], self._wire.each(Row("GET", "/projects/:id/planner", True, "rows"), {"id": id, "q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}))

    def list_ready(
        self,
        id: str,
        *,
        q: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        within: float = 120.0,
    ) -> PlannerListAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(PlannerListAnswer, self._wire.ready(Row("GET", "/projects/:id/planner", True, "rows"), {"id": id, "q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}, within))


class GapCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> GapListAnswer:
        """Keywords that competitors rank for. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(GapListAnswer, self._wire.call(Row("GET", "/projects/:id/gap", True, "rows"), {"id": id, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[Gap]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Gap], self._wire.each(Row("GET", "/projects/:id/gap", True, "rows"), {"id": id, "limit": limit, "cursor": cursor}))

    def list_ready(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        within: float = 120.0,
    ) -> GapListAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(GapListAnswer, self._wire.ready(Row("GET", "/projects/:id/gap", True, "rows"), {"id": id, "limit": limit, "cursor": cursor}, within))


class BacklinksCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        days: Union[int, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> BacklinksListAnswer:
        """Links to the site first seen or lost in the window, with a review. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(BacklinksListAnswer, self._wire.call(Row("GET", "/projects/:id/backlinks", True, "rows"), {"id": id, "days": days, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        *,
        days: Union[int, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[Backlink]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Backlink], self._wire.each(Row("GET", "/projects/:id/backlinks", True, "rows"), {"id": id, "days": days, "limit": limit, "cursor": cursor}))

    def list_ready(
        self,
        id: str,
        *,
        days: Union[int, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        within: float = 120.0,
    ) -> BacklinksListAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(BacklinksListAnswer, self._wire.ready(Row("GET", "/projects/:id/backlinks", True, "rows"), {"id": id, "days": days, "limit": limit, "cursor": cursor}, within))


class DisavowCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> DisavowListAnswer:
        """The hosts that the site disavows. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(DisavowListAnswer, self._wire.call(Row("GET", "/projects/:id/disavow", True, "domains"), {"id": id, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[str]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[str], self._wire.each(Row("GET", "/projects/:id/disavow", True, "domains"), {"id": id, "limit": limit, "cursor": cursor}))

    def add(self, id: str, *, domains: List[str]) -> DisavowAddAnswer:
        """Disavow hosts. A host covers its subdomains. The list is kept here: nothing is sent to Google. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(DisavowAddAnswer, self._wire.call(Row("POST", "/projects/:id/disavow", False), {"id": id, "domains": domains}))


class PromptsCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        days: Union[int, Unset] = UNSET,
    ) -> PromptsListAnswer:
        """How AI engines mention and cite the site, by prompt. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(PromptsListAnswer, self._wire.call(Row("GET", "/projects/:id/ai-visibility", True, "prompts"), {"id": id, "limit": limit, "cursor": cursor, "days": days}))

    def list_each(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        days: Union[int, Unset] = UNSET,
    ) -> Iterator[Prompt]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Prompt], self._wire.each(Row("GET", "/projects/:id/ai-visibility", True, "prompts"), {"id": id, "limit": limit, "cursor": cursor, "days": days}))

    def list_ready(
        self,
        id: str,
        *,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        days: Union[int, Unset] = UNSET,
        within: float = 120.0,
    ) -> PromptsListAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(PromptsListAnswer, self._wire.ready(Row("GET", "/projects/:id/ai-visibility", True, "prompts"), {"id": id, "limit": limit, "cursor": cursor, "days": days}, within))

    def create(
        self,
        id: str,
        *,
        prompt: Union[str, Unset] = UNSET,
        prompts: Union[List[str], Unset] = UNSET,
        source: Union[Literal["suggested", "custom"], Unset] = UNSET,
    ) -> PromptsCreateAnswer:
        """Track one prompt or several. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(PromptsCreateAnswer, self._wire.call(Row("POST", "/projects/:id/ai-prompts", True), {"id": id, "prompt": prompt, "prompts": prompts, "source": source}))


class IssuesCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(self, id: str) -> IssuesListAnswer:
        """The issues that the on-page audit found. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(IssuesListAnswer, self._wire.call(Row("GET", "/projects/:id/issues", True), {"id": id}))

    def list_ready(self, id: str, *, within: float = 120.0) -> IssuesListAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(IssuesListAnswer, self._wire.ready(Row("GET", "/projects/:id/issues", True), {"id": id}, within))


class SchemaCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def check(self, *, code: str) -> SchemaCheckAnswer:
        """Check the structured data in a piece of HTML or JSON-LD. Nothing of it is kept. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(SchemaCheckAnswer, self._wire.call(Row("POST", "/schema/check", False), {"code": code}))


class SiteSchemaCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def check(
        self,
        id: str,
        *,
        code: Union[str, Unset] = UNSET,
        url: Union[str, Unset] = UNSET,
    ) -> SiteSchemaCheckAnswer:
        """Check the structured data of a page of the site. `url` needs the plan Starter or a higher one. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(SiteSchemaCheckAnswer, self._wire.call(Row("POST", "/projects/:id/schema/check", False), {"id": id, "code": code, "url": url}))


class IdeasCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        q: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> IdeasListAnswer:
        """What to write about next. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(IdeasListAnswer, self._wire.call(Row("GET", "/projects/:id/content-ideas", True, "ideas"), {"id": id, "q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        *,
        q: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[Idea]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[Idea], self._wire.each(Row("GET", "/projects/:id/content-ideas", True, "ideas"), {"id": id, "q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}))

    def list_ready(
        self,
        id: str,
        *,
        q: Union[str, Unset] = UNSET,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        within: float = 120.0,
    ) -> IdeasListAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(IdeasListAnswer, self._wire.ready(Row("GET", "/projects/:id/content-ideas", True, "ideas"), {"id": id, "q": q, "country": country, "language": language, "limit": limit, "cursor": cursor}, within))


class PlansCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def create(
        self,
        id: str,
        *,
        q: str,
        publish_on: str,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
        context: Union[str, Unset] = UNSET,
    ) -> PlansCreateAnswer:
        """Plan a piece of content for a month; posting again reads the plan. It is made in the background: post it again to read how far it is. While `status` is `queued` or `writing`, that is free. Once the day is used up, posting it again is 403 as any write is, also where it is finished: it is read on a day with calls left, and in the dashboard at any time. Another `context` is taken until it is written, then it is 409 `conflict`; without `context` it is answered as it is. The same topic and month in another country or language is another plan. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(PlansCreateAnswer, self._wire.call(Row("POST", "/projects/:id/content-plans", True), {"id": id, "q": q, "publishOn": publish_on, "country": country, "language": language, "context": context}))


class ArticlesCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def create(
        self,
        id: str,
        *,
        keyword: str,
        country: Union[str, Unset] = UNSET,
        language: Union[str, Unset] = UNSET,
    ) -> ArticlesCreateAnswer:
        """Write an article; posting again reads it. It is made in the background: post it again to read how far it is. While `status` is `queued` or `writing`, that is free. Once the day is used up, posting it again is 403 as any write is, also where it is finished: it is read on a day with calls left, and in the dashboard at any time. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(ArticlesCreateAnswer, self._wire.call(Row("POST", "/projects/:id/articles", True), {"id": id, "keyword": keyword, "country": country, "language": language}))


class SearchConsoleCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def get(self) -> SearchConsoleGetAnswer:
        """Whether the account is connected to the search console. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(SearchConsoleGetAnswer, self._wire.call(Row("GET", "/google/status", True), {}))

    def connect(self, id: str, *, site_url: str) -> SearchConsoleConnectAnswer:
        """Choose the property of a site. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(SearchConsoleConnectAnswer, self._wire.call(Row("PUT", "/projects/:id/google", False), {"id": id, "siteUrl": site_url}))


class SearchConsolePropertiesCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(self, id: str) -> SearchConsolePropertiesListAnswer:
        """The search-console properties that the site could use, those of its own domain first. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(SearchConsolePropertiesListAnswer, self._wire.call(Row("GET", "/projects/:id/google/properties", True), {"id": id}))


class SearchConsoleQueriesCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(
        self,
        id: str,
        *,
        days: Union[int, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        sort: Union[Literal["clicks", "impressions", "ctr", "position"], Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> SearchConsoleQueriesListAnswer:
        """Queries of the site in the search console, with our own position beside Google’s. Where nothing is connected or chosen, and nothing was read before, it is `unavailable` without a reason. A read: it counts as a call of the day, and answers what is saved once the day is used up. Where it starts to collect, that takes one of the collects of the day. It waits up to eight seconds for the data; asking again while `status` is `queued` or `collecting` is free."""
        return cast(SearchConsoleQueriesListAnswer, self._wire.call(Row("GET", "/projects/:id/google", True, "queries"), {"id": id, "days": days, "q": q, "sort": sort, "limit": limit, "cursor": cursor}))

    def list_each(
        self,
        id: str,
        *,
        days: Union[int, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        sort: Union[Literal["clicks", "impressions", "ctr", "position"], Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
    ) -> Iterator[SearchQuery]:
        """Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day."""
        return cast(Iterator[SearchQuery], self._wire.each(Row("GET", "/projects/:id/google", True, "queries"), {"id": id, "days": days, "q": q, "sort": sort, "limit": limit, "cursor": cursor}))

    def list_ready(
        self,
        id: str,
        *,
        days: Union[int, Unset] = UNSET,
        q: Union[str, Unset] = UNSET,
        sort: Union[Literal["clicks", "impressions", "ctr", "position"], Unset] = UNSET,
        limit: Union[int, Unset] = UNSET,
        cursor: Union[str, Unset] = UNSET,
        within: float = 120.0,
    ) -> SearchConsoleQueriesListAnswer:
        """Asks until the data is there, or cannot be had; `status` says which. Raises `StillCollecting` after `within` seconds."""
        return cast(SearchConsoleQueriesListAnswer, self._wire.ready(Row("GET", "/projects/:id/google", True, "queries"), {"id": id, "days": days, "q": q, "sort": sort, "limit": limit, "cursor": cursor}, within))


class TeamCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def list(self) -> TeamListAnswer:
        """Members of the account, and its invites that were not accepted yet. A read: it counts as a call of the day, and answers what is saved once the day is used up."""
        return cast(TeamListAnswer, self._wire.call(Row("GET", "/team", True), {}))


class InvitesCalls:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def create(
        self,
        *,
        email: str,
        role: Union[Literal["member", "viewer"], Unset] = UNSET,
    ) -> InvitesCreateAnswer:
        """Invite somebody by mail; an open invite is answered as it is and not mailed again. Posting the same again answers what is there, with `created: false`, before any limit is looked at. A write: it counts as a call of the day, and gets 403 once the day is used up."""
        return cast(InvitesCreateAnswer, self._wire.call(Row("POST", "/team/invites", True), {"email": email, "role": role}))


class Api:
    """Every operation of the API."""

    def __init__(self, wire: Wire) -> None:
        self.sites = SitesCalls(wire)
        self.keywords = KeywordsCalls(wire)
        self.history = HistoryCalls(wire)
        self.overview = OverviewCalls(wire)
        self.rank_comparison = RankComparisonCalls(wire)
        self.competitors = CompetitorsCalls(wire)
        self.research = ResearchCalls(wire)
        self.planner = PlannerCalls(wire)
        self.gap = GapCalls(wire)
        self.backlinks = BacklinksCalls(wire)
        self.disavow = DisavowCalls(wire)
        self.prompts = PromptsCalls(wire)
        self.issues = IssuesCalls(wire)
        self.schema = SchemaCalls(wire)
        self.site_schema = SiteSchemaCalls(wire)
        self.ideas = IdeasCalls(wire)
        self.plans = PlansCalls(wire)
        self.articles = ArticlesCalls(wire)
        self.search_console = SearchConsoleCalls(wire)
        self.search_console_properties = SearchConsolePropertiesCalls(wire)
        self.search_console_queries = SearchConsoleQueriesCalls(wire)
        self.team = TeamCalls(wire)
        self.invites = InvitesCalls(wire)
