/** A complete item for each result of @adobe/structured-data-validator, by its rules and Google's. */
const site = 'https://e.example/'
const person = { '@type': 'Person', name: 'Ann' }
const organization = { '@type': 'Organization', name: 'Acme' }
const aggregateRating = { '@type': 'AggregateRating', ratingValue: 4.4, bestRating: 5, worstRating: 1, ratingCount: 89 }
const review = {
  '@type': 'Review',
  author: person,
  datePublished: '2026-03-31',
  reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5, worstRating: 1 },
}
const address = {
  '@type': 'PostalAddress',
  streetAddress: '1 Main St',
  addressLocality: 'Berlin',
  addressCountry: 'DE',
}
const offer = { '@type': 'Offer', price: 30, priceCurrency: 'USD', availability: 'https://schema.org/InStock' }
const video = {
  '@type': 'VideoObject',
  name: 'Beans',
  description: 'How they are roasted',
  thumbnailUrl: `${site}thumb.jpg`,
  uploadDate: '2026-03-31T08:00:00+08:00',
  duration: 'PT1M54S',
  contentUrl: `${site}beans.mp4`,
}

export const wholeItems: Readonly<Record<string, Record<string, unknown>>> = {
  'product with an offer': { '@type': 'Product', name: 'Beans', offers: offer, aggregateRating, review },
  'product with offers of others': {
    '@type': 'Product',
    name: 'Beans',
    offers: { '@type': 'AggregateOffer', lowPrice: 3, highPrice: 9, priceCurrency: 'USD', offerCount: 4 },
  },
  'product with a rating': { '@type': 'Product', name: 'Beans', aggregateRating },
  'product with reviews': { '@type': 'Product', name: 'Beans', review: [review, review] },
  trail: {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Shop', item: `${site}shop` },
      { '@type': 'ListItem', position: 2, item: { '@type': 'WebPage', '@id': `${site}shop/beans`, name: 'Beans' } },
      { '@type': 'ListItem', position: 3, name: 'House blend' },
    ],
  },
  review: { ...review, itemReviewed: { '@type': 'Movie', name: 'Beans' } },
  rating: { ...aggregateRating, itemReviewed: { '@type': 'Movie', name: 'Beans' } },
  job: {
    '@type': 'JobPosting',
    title: 'Roaster',
    description: '<p>Roasts</p>',
    datePosted: '2026-01-18',
    validThrough: '2026-03-18T00:00',
    hiringOrganization: organization,
    jobLocation: { '@type': 'Place', address },
  },
  'remote job': {
    '@type': 'JobPosting',
    title: 'Taster',
    description: '<p>Tastes</p>',
    datePosted: '2026-01-18',
    hiringOrganization: organization,
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: 'Germany' },
  },
  recipe: {
    '@type': 'Recipe',
    name: 'Cold brew',
    image: [`${site}brew.jpg`],
    author: person,
    datePublished: '2026-03-10',
    nutrition: { '@type': 'NutritionInformation', calories: '5 calories' },
    recipeYield: '2',
    recipeIngredient: ['beans', 'water'],
    recipeInstructions: [
      { '@type': 'HowToSection', name: 'Brew', itemListElement: [{ '@type': 'HowToStep', text: 'Steep' }] },
      { '@type': 'HowToStep', text: 'Pour' },
    ],
    aggregateRating,
    video,
  },
  video: {
    ...video,
    hasPart: { '@type': 'Clip', name: 'Roast', startOffset: 30, endOffset: 45, url: `${site}beans?t=30` },
  },
  'live video': {
    ...video,
    publication: {
      '@type': 'BroadcastEvent',
      isLiveBroadcast: true,
      startDate: '2026-10-27T14:00:00+00:00',
      endDate: '2026-10-27T14:37:14+00:00',
    },
    potentialAction: {
      '@type': 'SeekToAction',
      target: `${site}beans?t={seek}`,
      'startOffset-input': 'required name=seek',
    },
  },
  'picture with a licence': {
    '@type': 'ImageObject',
    contentUrl: `${site}beans.jpg`,
    license: `${site}license`,
    creator: person,
  },
  organization: {
    ...organization,
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'DE',
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
    },
  },
}
