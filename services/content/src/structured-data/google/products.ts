import { counts, type Feature, image, itemReviewed, type Part, rating, review, reviewAlone } from './feature.ts'

// From Google Search Central's tables (CC BY 4.0), which win over tools that ask for more.
const aggregateOffer: Part = {
  via: 'offers',
  types: ['AggregateOffer'],
  required: ['lowPrice: Number', 'priceCurrency: Currency'],
  recommended: ['highPrice', 'offerCount'],
}
const price = 'price: Number | priceSpecification.price: Number'
const currency = 'priceCurrency: Currency | priceSpecification.priceCurrency: Currency'
const asParts = ['item', 'mainEntity', 'itemListElement']

export const productFeatures: readonly Feature[] = [
  {
    name: 'merchant-listing',
    types: ['Product'],
    except: ['ProductGroup', 'Vehicle'],
    onlyWith: ['offers'],
    required: ['name: Text', 'image: URL or ImageObject', 'offers: Offer'],
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
      image,
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
      {
        via: 'hasCertification',
        required: ['issuedBy: Organization', 'name: Text'],
        recommended: ['certificationIdentification'],
      },
      { via: 'subjectOf', types: ['3DModel'], required: ['encoding: MediaObject', 'encoding.contentUrl: URL'] },
    ],
  },
  {
    name: 'product-snippet',
    types: ['Product'],
    except: ['ProductGroup'],
    required: ['name: Text', 'review: Review | aggregateRating: AggregateRating | offers: Offer'],
    recommended: ['aggregateRating', 'offers', 'review'],
    within: asParts,
    parts: [
      rating,
      review,
      aggregateOffer,
      {
        via: 'offers: Offer',
        types: ['Offer'],
        except: ['AggregateOffer'],
        required: [price],
        recommended: [currency, 'availability', 'priceValidUntil'],
      },
      {
        via: 'positiveNotes',
        required: ['itemListElement: ListItem', 'itemListElement.name: Text'],
        recommended: ['itemListElement.position'],
      },
      {
        via: 'negativeNotes',
        required: ['itemListElement: ListItem', 'itemListElement.name: Text'],
        recommended: ['itemListElement.position'],
      },
    ],
  },
  {
    name: 'product-variants',
    types: ['ProductGroup'],
    required: ['name: Text'],
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
    required: ['name: Text', 'offers: Offer', 'aggregateRating: AggregateRating | review: Review'],
    recommended: ['applicationCategory', 'operatingSystem'],
    parts: [
      { via: 'offers', types: ['Offer'], except: ['AggregateOffer'], required: ['price: Number'] },
      aggregateOffer,
      rating,
      review,
    ],
  },
  {
    name: 'review-snippet',
    types: ['Review'],
    except: ['ClaimReview'],
    required: reviewAlone,
    recommended: ['datePublished'],
  },
  {
    name: 'review-snippet',
    types: ['AggregateRating'],
    except: ['EmployerAggregateRating'],
    required: [...itemReviewed, counts, 'ratingValue: Score'],
    recommended: ['bestRating', 'worstRating'],
  },
  {
    name: 'employer-rating',
    types: ['EmployerAggregateRating'],
    required: ['itemReviewed: Organization', counts, 'ratingValue: Score'],
    recommended: ['bestRating', 'worstRating'],
  },
  {
    name: 'return-policy',
    types: ['MerchantReturnPolicy'],
    required: [
      'applicableCountry: Text | merchantReturnLink: URL',
      'returnPolicyCategory: MerchantReturnEnumeration | merchantReturnLink: URL',
    ],
    recommended: ['merchantReturnDays', 'returnFees', 'returnMethod', 'returnShippingFeesAmount'],
    within: ['hasMerchantReturnPolicy'],
    parts: [
      {
        via: 'returnPolicySeasonalOverride: MerchantReturnPolicySeasonalOverride',
        required: ['returnPolicyCategory: MerchantReturnEnumeration'],
        recommended: ['endDate', 'startDate'],
      },
    ],
  },
  {
    name: 'shipping-policy',
    types: ['ShippingService'],
    required: ['shippingConditions: ShippingConditions'],
    recommended: ['name', 'description', 'fulfillmentType', 'handlingTime'],
    within: ['hasShippingService'],
    parts: [{ via: 'shippingConditions.shippingDestination', required: ['addressCountry: Text'] }],
  },
  {
    name: 'loyalty-program',
    types: ['MemberProgram'],
    required: ['description: Text', 'hasTiers: MemberProgramTier', 'name: Text'],
    recommended: ['url'],
    within: ['hasMemberProgram'],
    parts: [
      {
        via: 'hasTiers',
        required: ['hasTierBenefit: TierBenefitEnumeration', 'name: Text'],
        recommended: ['hasTierRequirement', 'url'],
      },
    ],
  },
]
