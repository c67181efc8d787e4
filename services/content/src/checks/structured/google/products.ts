import type { Feature, Part } from './feature.ts'

// From Google Search Central's tables (CC BY 4.0), which win over tools that ask for more.
const rating: Part = { via: 'aggregateRating', required: ['ratingValue', 'ratingCount|reviewCount'] }
const review: Part = { via: 'review', required: ['author', 'reviewRating', 'reviewRating.ratingValue'] }
const aggregateOffer: Part = {
  via: 'offers',
  types: ['AggregateOffer'],
  required: ['lowPrice', 'priceCurrency'],
  recommended: ['highPrice', 'offerCount'],
}
const price = 'price|priceSpecification.price'
const currency = 'priceCurrency|priceSpecification.priceCurrency'
const asParts = ['item', 'mainEntity', 'itemListElement']

export const productFeatures: readonly Feature[] = [
  {
    name: 'merchant-listing',
    types: ['Product'],
    except: ['ProductGroup', 'Vehicle'],
    onlyWith: ['offers'],
    required: ['name', 'image', 'offers'],
    recommended: [
      'description',
      'brand.name',
      'gtin|gtin8|gtin12|gtin13|gtin14|isbn|mpn',
      'sku',
      'aggregateRating',
      'review',
    ],
    within: asParts,
    parts: [
      {
        via: 'offers',
        types: ['Offer'],
        except: ['AggregateOffer'],
        required: [price, currency],
        recommended: ['availability', 'itemCondition', 'hasMerchantReturnPolicy', 'shippingDetails', 'url'],
      },
      {
        via: 'offers.shippingDetails',
        recommended: [
          'deliveryTime',
          'shippingDestination',
          'shippingRate',
          'shippingRate.currency',
          'shippingRate.value',
        ],
      },
      {
        via: 'offers.hasMerchantReturnPolicy',
        recommended: ['applicableCountry|merchantReturnLink', 'returnPolicyCategory|merchantReturnLink'],
      },
      { via: 'hasCertification', required: ['issuedBy', 'name'], recommended: ['certificationIdentification'] },
      { via: 'subjectOf', types: ['3DModel'], required: ['encoding', 'encoding.contentUrl'] },
    ],
  },
  {
    name: 'product-snippet',
    types: ['Product'],
    except: ['ProductGroup'],
    required: ['name', 'review|aggregateRating|offers'],
    recommended: ['aggregateRating', 'offers', 'review'],
    within: asParts,
    parts: [
      rating,
      review,
      aggregateOffer,
      {
        via: 'offers',
        types: ['Offer'],
        except: ['AggregateOffer'],
        required: [price],
        recommended: [currency, 'availability', 'priceValidUntil'],
      },
      {
        via: 'positiveNotes',
        required: ['itemListElement', 'itemListElement.name'],
        recommended: ['itemListElement.position'],
      },
      {
        via: 'negativeNotes',
        required: ['itemListElement', 'itemListElement.name'],
        recommended: ['itemListElement.position'],
      },
    ],
  },
  {
    name: 'product-variants',
    types: ['ProductGroup'],
    required: ['name'],
    recommended: [
      'aggregateRating',
      'brand',
      'brand.name',
      'description',
      'hasVariant',
      'productGroupID',
      'review',
      'url',
      'variesBy',
    ],
    parts: [rating, review],
  },
  {
    name: 'software-app',
    types: ['SoftwareApplication'],
    required: ['name', 'offers', 'aggregateRating|review'],
    recommended: ['applicationCategory', 'operatingSystem'],
    parts: [
      { via: 'offers', types: ['Offer'], except: ['AggregateOffer'], required: ['price'] },
      aggregateOffer,
      rating,
      review,
    ],
  },
  {
    name: 'review-snippet',
    types: ['Review'],
    except: ['ClaimReview'],
    required: ['author', 'itemReviewed', 'itemReviewed.name', 'reviewRating', 'reviewRating.ratingValue'],
    recommended: ['datePublished'],
  },
  {
    name: 'review-snippet',
    types: ['AggregateRating'],
    except: ['EmployerAggregateRating'],
    required: ['itemReviewed', 'itemReviewed.name', 'ratingCount|reviewCount', 'ratingValue'],
    recommended: ['bestRating', 'worstRating'],
  },
  {
    name: 'employer-rating',
    types: ['EmployerAggregateRating'],
    required: ['itemReviewed', 'ratingCount|reviewCount', 'ratingValue'],
    recommended: ['bestRating', 'worstRating'],
  },
  {
    name: 'return-policy',
    types: ['MerchantReturnPolicy'],
    required: ['applicableCountry|merchantReturnLink', 'returnPolicyCategory|merchantReturnLink'],
    recommended: ['merchantReturnDays', 'returnFees', 'returnMethod', 'returnShippingFeesAmount'],
    within: ['hasMerchantReturnPolicy'],
    parts: [
      {
        via: 'returnPolicySeasonalOverride',
        required: ['returnPolicyCategory'],
        recommended: ['endDate', 'startDate'],
      },
    ],
  },
  {
    name: 'shipping-policy',
    types: ['ShippingService'],
    required: ['shippingConditions'],
    recommended: ['name', 'description', 'fulfillmentType', 'handlingTime'],
    within: ['hasShippingService'],
    parts: [{ via: 'shippingConditions.shippingDestination', required: ['addressCountry'] }],
  },
  {
    name: 'loyalty-program',
    types: ['MemberProgram'],
    required: ['description', 'hasTiers', 'name'],
    recommended: ['url'],
    within: ['hasMemberProgram'],
    parts: [{ via: 'hasTiers', required: ['hasTierBenefit', 'name'], recommended: ['hasTierRequirement', 'url'] }],
  },
]
