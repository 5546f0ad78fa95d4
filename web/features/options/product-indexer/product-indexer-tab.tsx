import { Alert, Input, InputNumber } from 'antd';
import { Link } from 'react-router';
import type { ProductIndexerOptions } from '#domain/contract/product-indexer.ts';
import { Field } from '#web/ui/field.tsx';
import { texts } from './texts.ts';

const numbers = [
  'productIndexerAccountDelay',
  'productIndexerDailySubmissionPerAccount',
  'maxIndexerThreads',
] as const satisfies (keyof ProductIndexerOptions)[];

/** The indexer that stands still: a notice, and its fields as they are stored (D-OPT-13). */
export function ProductIndexerTab({ options }: { options: ProductIndexerOptions }) {
  return (
    <div className="option-cards">
      <Alert
        type="info"
        showIcon
        title={texts.notice}
        description={texts.others}
        action={<Link to="/options?tab=indexer">{texts.toIndexers}</Link>}
      />
      <section className="panel">
        <h2>{texts.settings}</h2>
        <div className="option-fields">
          {numbers.map((field) => (
            <Field key={field} id={field} label={texts.labels[field]} hint={texts.hints[field]}>
              <InputNumber id={field} disabled value={options[field]} />
            </Field>
          ))}
        </div>
        <Field id="additionalSites" label={texts.sites} hint={texts.sitesHint}>
          <Input.TextArea
            id="additionalSites"
            disabled
            autoSize={{ minRows: 2, maxRows: 8 }}
            value={options.additionalSitesToIndexedByProductIndexer}
          />
        </Field>
      </section>
    </div>
  );
}
