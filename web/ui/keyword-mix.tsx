import { Input, InputNumber } from 'antd';
import { type AnchorType, anchorTypes, type LinkSetKeywords } from '#domain/contract/links.ts';
import { setPercentage } from '#domain/rules/percentages.ts';
import { Field } from './field.tsx';
import './keyword-mix.css';

/** Words of the anchor types. */
export const anchorTexts: Record<AnchorType, string> = {
  primary: 'Primary',
  secondary: 'Secondary',
  branded: 'Branded',
  generic: 'Generic',
  nakedUrl: 'Naked URL',
};

type Mix = Omit<LinkSetKeywords, 'useKeyword'>;
type KeywordType = Exclude<AnchorType, 'nakedUrl'>;
const isKeyword = (type: AnchorType): type is KeywordType => type !== 'nakedUrl';

interface KeywordMixProps {
  value: Mix;
  /** Shown in empty fields (D-WIZ-15). */
  hints?: Record<KeywordType, string>;
  problemAt: (field: string) => string | undefined;
  onChange: (part: Partial<Mix>) => void;
}

/** Keywords by anchor type and their shares, which always add up to 100. */
export function KeywordMix({ value, hints, problemAt, onChange }: KeywordMixProps) {
  return anchorTypes.map((type) => (
    <div key={type} className="keyword-row">
      {isKeyword(type) ? (
        <Field id={`${type}Keyword`} label={`${anchorTexts[type]} keyword`} problem={problemAt(`${type}Keyword`)}>
          <Input
            id={`${type}Keyword`}
            {...(hints ? { placeholder: hints[type] } : {})}
            value={value[`${type}Keyword`]}
            onChange={(event) => onChange({ [`${type}Keyword`]: event.target.value })}
          />
        </Field>
      ) : (
        <p className="keyword-naked">The URL itself is the anchor</p>
      )}
      <Field id={`${type}Percentage`} label={`${anchorTexts[type]} %`} problem={problemAt(`${type}Percentage`)}>
        <InputNumber<number>
          id={`${type}Percentage`}
          min={0}
          max={100}
          precision={0}
          suffix="%"
          style={{ width: '100%' }}
          value={value[`${type}Percentage`]}
          onChange={(next) => onChange(setPercentage(value, `${type}Percentage`, next ?? 0))}
        />
      </Field>
    </div>
  ));
}
