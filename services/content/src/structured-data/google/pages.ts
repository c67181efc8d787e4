import type { Feature, Part } from './feature.ts'

// From Google Search Central's tables (CC BY 4.0), which win over tools that ask for more.
const asPage = ['mainEntity', 'mainEntityOfPage', 'hasPart']
const post = {
  required: [
    'author: Person or Organization',
    'author.name: Text',
    'datePublished: DateTime',
    'text: Text | image: ImageObject or URL | video: VideoObject | sharedContent: CreativeWork | url: URL',
  ],
  recommended: ['author.url', 'comment', 'interactionStatistic'],
}
const person = ['author', 'datePublished', 'upvoteCount']
const answer: Omit<Part, 'via'> = { required: ['text: Text'], recommended: [...person, 'url'] }

const article = [
  'author',
  'author.name',
  'author.url|author.sameAs',
  'dateModified',
  'datePublished',
  'headline',
  'image',
]

export const pageFeatures: readonly Feature[] = [
  {
    name: 'article',
    types: ['Article'],
    except: ['SocialMediaPosting'],
    recommended: article,
    within: asPage,
  },
  {
    name: 'article',
    types: ['BlogPosting'],
    recommended: article,
    within: [...asPage, 'blogPost'],
  },
  {
    name: 'breadcrumb',
    types: ['BreadcrumbList'],
    required: ['itemListElement: ListItem'],
    within: ['breadcrumb'],
    parts: [{ via: 'itemListElement: ListItem', required: ['position: Integer', 'name: Text | item.name: Text'] }],
  },
  {
    name: 'carousel',
    types: ['ItemList'],
    except: ['BreadcrumbList', 'HowToSection', 'HowToStep', 'OfferCatalog'],
    // Other lists aim at no result.
    onlyWith: ['itemListElement: ListItem'],
    required: ['itemListElement: ListItem'],
    within: ['mainEntity'],
    parts: [
      { via: 'itemListElement: ListItem', required: ['position: Integer', 'url: URL | item: Thing'] },
      { via: 'itemListElement.item', required: ['name: Text', 'url: URL'] },
    ],
  },
  {
    name: 'course',
    types: ['Course'],
    required: ['description: Text', 'name: Text'],
    recommended: ['provider'],
    within: ['item', 'mainEntity'],
  },
  {
    name: 'dataset',
    types: ['Dataset'],
    required: ['description: Text', 'name: Text'],
    recommended: ['creator', 'distribution', 'identifier', 'isAccessibleForFree', 'keywords', 'license', 'url'],
    parts: [{ via: 'distribution: DataDownload', required: ['contentUrl: URL'], recommended: ['encodingFormat'] }],
  },
  {
    name: 'discussion-forum',
    types: ['DiscussionForumPosting'],
    ...post,
    within: asPage,
    parts: [
      {
        via: 'comment',
        required: [
          'author: Person or Organization',
          'datePublished: DateTime',
          'text: Text | image: ImageObject or URL | video: VideoObject',
        ],
      },
      { via: 'interactionStatistic', required: ['userInteractionCount: Integer', 'interactionType: Action or URL'] },
    ],
  },
  {
    name: 'education-qa',
    types: ['Quiz'],
    required: ['hasPart: Question'],
    recommended: ['about', 'about.name', 'educationalAlignment'],
    parts: [
      {
        via: 'hasPart: Question',
        required: ['acceptedAnswer: Answer', 'acceptedAnswer.text: Text', 'eduQuestionType: Text', 'text: Text'],
      },
    ],
  },
  {
    name: 'image-license-metadata',
    types: ['ImageObject'],
    onlyWith: ['license', 'creator', 'creditText', 'copyrightNotice', 'acquireLicensePage'],
    isProposed: true,
    required: [
      'contentUrl: URL | url: URL',
      'creator: Organization or Person | creditText: Text | copyrightNotice: Text | license: URL',
    ],
    recommended: ['acquireLicensePage', 'creator', 'creditText', 'copyrightNotice', 'license'],
  },
  {
    name: 'math-solvers',
    types: ['MathSolver'],
    required: [
      'potentialAction: SolveMathAction',
      'potentialAction.target: EntryPoint or URL',
      'url: URL',
      'usageInfo: URL',
    ],
    recommended: ['inLanguage', 'potentialAction.eduQuestionType'],
  },
  {
    name: 'profile-page',
    types: ['ProfilePage'],
    required: ['mainEntity: Person or Organization', 'mainEntity.name: Text'],
    recommended: ['dateCreated', 'dateModified'],
    parts: [{ via: 'mainEntity', recommended: ['alternateName', 'description', 'identifier', 'image', 'sameAs'] }],
  },
  {
    name: 'qapage',
    types: ['QAPage'],
    required: ['mainEntity: Question'],
    parts: [
      {
        via: 'mainEntity: Question',
        required: [
          'answerCount: Integer',
          'name: Text | text: Text',
          'acceptedAnswer: Answer | suggestedAnswer: Answer',
        ],
        recommended: [...person, 'text'],
      },
      { via: 'mainEntity.acceptedAnswer: Answer', ...answer },
      { via: 'mainEntity.suggestedAnswer: Answer', ...answer },
      { via: 'mainEntity.comment: Comment', required: ['text: Text'], recommended: ['author', 'datePublished'] },
    ],
  },
  {
    name: 'speakable',
    types: ['SpeakableSpecification'],
    required: ['cssSelector: Text | xPath: Text | xpath: Text'],
    within: ['speakable'],
  },
  {
    name: 'video',
    types: ['VideoObject'],
    required: ['name: Text', 'thumbnailUrl: URL', 'uploadDate: DateTime'],
    recommended: ['contentUrl|embedUrl', 'description', 'duration'],
    within: [...asPage, 'video', 'item', 'subjectOf'],
    parts: [
      {
        via: 'publication',
        types: ['BroadcastEvent'],
        required: ['isLiveBroadcast: Boolean', 'startDate: DateTime', 'endDate: DateTime'],
      },
      {
        via: 'hasPart',
        types: ['Clip'],
        required: ['name: Text', 'startOffset: Number', 'url: URL'],
        recommended: ['endOffset'],
      },
      {
        via: 'potentialAction',
        types: ['SeekToAction'],
        required: ['target: EntryPoint or URL', 'startOffset-input: Text'],
      },
    ],
  },
]
