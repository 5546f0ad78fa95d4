import {
  type SpinnerInfo,
  type SpinnerName,
  type SpinnerService,
  spinnerFieldLabels,
  spinnerServices,
} from '#domain/contract/options/spinner.ts';

/** A field of a service as the tab draws it. */
export interface SpinnerField {
  name: string;
  label: string;
  hint?: string;
  /** A choice is a number from 1. */
  control: 'text' | 'secret' | 'words' | 'switch' | { choices: readonly string[] } | { min: number; max: number };
}

type Choices = { [N in SpinnerName]: { [K in keyof SpinnerInfo[N]]?: Omit<SpinnerField, 'name'> } };

/** What is chosen of each service beside its login. */
const choices: Choices = {
  bestSpinner: {
    quality: { label: 'Quality', hint: 'Which synonyms are taken.', control: { choices: ['Best', 'Better', 'Good'] } },
    maxSyns: { label: 'Max synonyms', hint: 'Of a word at most. 1 to 8.', control: { min: 1, max: 8 } },
  },
  rewriter: {
    confidenceLevel: {
      ...{ label: 'Confidence level', hint: 'How sure it must be of a synonym.' },
      control: { choices: ['Low', 'Medium', 'High'] },
    },
    protectedTerms: {
      ...{ label: 'Protected terms (optional)', control: 'words' },
      hint: 'Beside the words of the content group, separated by commas.',
    },
    paragraphs: { label: 'Paragraphs', hint: 'Some paragraphs get a shorter variant.', control: 'switch' },
    sentences: { label: 'Sentences', hint: 'Some sentences get a shorter variant.', control: 'switch' },
    nestedSpintax: { label: 'Nested spintax', hint: 'Words of spun phrases are spun too.', control: 'switch' },
    newParagraphs: { label: 'New paragraphs', hint: 'Adds paragraphs of its own.', control: 'switch' },
    sentenceTrees: { label: 'Sentence trees', hint: 'Parts of sentences change their places.', control: 'switch' },
  },
  wordAi: {
    quality: {
      ...{ label: 'Quality', hint: 'Unique goes far from your words, readable stays near them.' },
      control: { choices: ['Regular', 'Unique', 'Very Unique', 'Readable', 'Very Readable'] },
    },
    nonested: { label: 'No nested spintax', hint: 'Choices inside of choices are taken out.', control: 'switch' },
    sentence: { label: 'Sentences', hint: 'Choices between whole sentences stay.', control: 'switch' },
    paragraph: { label: 'Paragraphs', hint: 'Choices between whole paragraphs stay.', control: 'switch' },
  },
  eSpinner: {},
  spinea: {},
  brazilianA: {},
  brazilianB: {},
};

/** Fields of the account of a service, in their order. */
export function loginOf(service: SpinnerService, placedHint: string | undefined): SpinnerField[] {
  const own = spinnerServices[service];
  if (!own) return [];
  const user: SpinnerField[] = own.user
    ? [{ name: own.user, label: spinnerFieldLabels[own.user], control: 'text' }]
    : [];
  const keyHint = service === 'WordAi' ? { hint: 'The key of its interface, not the password of its page.' } : {};
  const secret: SpinnerField = {
    ...{ name: own.secret, label: own.secret === 'apiKey' ? 'API key' : spinnerFieldLabels.password },
    ...{ control: 'secret', ...keyHint },
  };
  const place: SpinnerField = {
    ...{ name: 'address', control: 'text', hint: placedHint ?? 'Such as https://spinner.example/spin.' },
    label: placedHint ? `${spinnerFieldLabels.address} (optional)` : spinnerFieldLabels.address,
  };
  return [...user, secret, ...(own.isUnpublished ? [place] : [])];
}

/** What is chosen of a service beside its login. */
export function choicesOf(service: SpinnerService): SpinnerField[] {
  const own = spinnerServices[service];
  const fields = own ? Object.entries<Omit<SpinnerField, 'name'> | undefined>(choices[own.name]) : [];
  return fields.flatMap(([name, field]) => (field ? [{ name, ...field }] : []));
}

/** Names of the fields that a service without a published interface is sent. */
export function sentFields(service: SpinnerService): string {
  const user = spinnerServices[service]?.user;
  return [...(user ? [user] : []), 'apiKey', 'text'].join(', ').concat(' and lang');
}
