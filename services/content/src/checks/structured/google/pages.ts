import type { Feature, Part } from './feature.ts'

// From Google Search Central's tables (CC BY 4.0), which win over tools that ask for more.
const asPage = ['mainEntity', 'mainEntityOfPage', 'hasPart']
const post = {
  required: ['author', 'author.name', 'datePublished', 'text|image|video|sharedContent|url'],
  recommended: ['author.url', 'comment', 'interactionStatistic'],
}
const person = ['author', 'datePublished', 'upvoteCount']
const answer: Omit<Part, 'via'> = { required: ['text'], recommended: [...person, 'url'] }

export const pageFeatures: readonly Feature[] = [
  {
    name: 'article',
    types: ['Article'],
    except: ['SocialMediaPosting'],
    recommended: [
      'author',
      'author.name',
      'author.url|author.sameAs',
      'dateModified',
      'datePublished',
      'headline',
      'image',
    ],
    within: asPage,
  },
  {
    name: 'article',
    types: ['BlogPosting'],
    recommended: [
      'author',
      'author.name',
      'author.url|author.sameAs',
      'dateModified',
      'datePublished',
      'headline',
      'image',
    ],
    within: [...asPage, 'blogPost'],
  },
  {
    name: 'breadcrumb',
    types: ['BreadcrumbList'],
    required: ['itemListElement'],
    within: ['breadcrumb'],
    parts: [{ via: 'itemListElement', required: ['position', 'name|item.name'] }],
  },
  {
    name: 'carousel',
    types: ['ItemList'],
    except: ['BreadcrumbList', 'HowToSection', 'HowToStep', 'OfferCatalog'],
    required: ['itemListElement'],
    within: ['mainEntity'],
    parts: [{ via: 'itemListElement', types: ['ListItem'], required: ['position', 'url|item'] }],
  },
  {
    name: 'course',
    types: ['Course'],
    required: ['description', 'name'],
    recommended: ['provider'],
    within: ['item', 'mainEntity'],
  },
  {
    name: 'dataset',
    types: ['Dataset'],
    required: ['description', 'name'],
    recommended: ['creator', 'distribution', 'identifier', 'isAccessibleForFree', 'keywords', 'license', 'url'],
    parts: [{ via: 'distribution', required: ['contentUrl'], recommended: ['encodingFormat'] }],
  },
  {
    name: 'discussion-forum',
    types: ['DiscussionForumPosting'],
    ...post,
    within: asPage,
    parts: [
      { via: 'comment', required: ['author', 'datePublished', 'text|image|video'] },
      { via: 'interactionStatistic', required: ['userInteractionCount', 'interactionType'] },
    ],
  },
  {
    name: 'education-qa',
    types: ['Quiz'],
    required: ['hasPart'],
    recommended: ['about', 'about.name', 'educationalAlignment'],
    parts: [{ via: 'hasPart', required: ['acceptedAnswer', 'eduQuestionType', 'text', 'acceptedAnswer.text'] }],
  },
  {
    name: 'image-license-metadata',
    types: ['ImageObject'],
    onlyWith: ['license', 'creditText', 'copyrightNotice', 'acquireLicensePage'],
    required: ['contentUrl', 'creator|creditText|copyrightNotice|license'],
    recommended: ['acquireLicensePage', 'creator', 'creditText', 'copyrightNotice', 'license'],
  },
  {
    name: 'math-solvers',
    types: ['MathSolver'],
    required: ['potentialAction', 'url', 'usageInfo', 'potentialAction.target'],
    recommended: ['inLanguage', 'potentialAction.eduQuestionType'],
  },
  {
    name: 'profile-page',
    types: ['ProfilePage'],
    required: ['mainEntity', 'mainEntity.name'],
    recommended: ['dateCreated', 'dateModified'],
    parts: [{ via: 'mainEntity', recommended: ['alternateName', 'description', 'identifier', 'image', 'sameAs'] }],
  },
  {
    name: 'qapage',
    types: ['QAPage'],
    required: ['mainEntity'],
    parts: [
      {
        via: 'mainEntity',
        required: ['answerCount', 'name|text', 'acceptedAnswer|suggestedAnswer'],
        recommended: [...person, 'text'],
      },
      { via: 'mainEntity.acceptedAnswer', ...answer },
      { via: 'mainEntity.suggestedAnswer', ...answer },
      { via: 'mainEntity.comment', required: ['text'], recommended: ['author', 'datePublished'] },
    ],
  },
  {
    name: 'speakable',
    types: ['SpeakableSpecification'],
    required: ['cssSelector|xPath|xpath'],
    within: ['speakable'],
  },
  {
    name: 'video',
    types: ['VideoObject'],
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['contentUrl|embedUrl', 'description', 'duration'],
    within: [...asPage, 'video', 'item', 'subjectOf'],
    parts: [
      { via: 'publication', types: ['BroadcastEvent'], required: ['isLiveBroadcast', 'startDate', 'endDate'] },
      { via: 'hasPart', types: ['Clip'], required: ['name', 'startOffset', 'url'], recommended: ['endOffset'] },
      { via: 'potentialAction', types: ['SeekToAction'], required: ['target', 'startOffset-input'] },
    ],
  },
]
