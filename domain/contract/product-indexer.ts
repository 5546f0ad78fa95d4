import { z } from 'zod';

const whole = (message: string, fits: (value: number) => boolean) =>
  z
    .number('Must be a number')
    .refine(Number.isInteger, 'Must be a number')
    .refine((value) => fits(value), message);

/** Fields of the indexer that stands still: they are shown and kept, and bounded where a call sends them (D-OPT-13). */
export const productIndexerOptions = z.object({
  /** Minutes between two submissions of an account. */
  productIndexerAccountDelay: whole('Must be greater or equal to 3', (value) => value >= 3 && value <= 1_000_000).meta({
    type: 'integer',
    minimum: 3,
  }),
  productIndexerDailySubmissionPerAccount: whole(
    'Must be smaller or equal to 25',
    (value) => value >= 1 && value <= 25,
  ).meta({ type: 'integer', minimum: 1, maximum: 25 }),
  maxIndexerThreads: whole('Must be smaller or equal to 25', (value) => value >= 1 && value <= 25).meta({
    type: 'integer',
    minimum: 1,
    maximum: 25,
  }),
  /** One domain per line. */
  additionalSitesToIndexedByProductIndexer: z.string().max(100_000),
});
export type ProductIndexerOptions = z.infer<typeof productIndexerOptions>;

/** Values of the first start. */
export const firstProductIndexer: ProductIndexerOptions = {
  productIndexerAccountDelay: 3,
  productIndexerDailySubmissionPerAccount: 25,
  maxIndexerThreads: 5,
  additionalSitesToIndexedByProductIndexer: '',
};
