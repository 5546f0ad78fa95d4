import { Select } from 'antd';
import { cleanCommaText, splitCommaText } from '#domain/rules/comma-text.ts';

interface TagsInputProps {
  id: string;
  /** Comma-joined text, as on the wire (D-GEN-23). */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
}

/** Words as small labels; splits on commas, drops blanks and duplicates. */
export function TagsInput({ id, value, onChange, placeholder, disabled = false }: TagsInputProps) {
  return (
    <Select
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',']}
      placeholder={disabled ? '' : placeholder}
      disabled={disabled}
      style={{ width: '100%' }}
      value={splitCommaText(value)}
      onChange={(words: string[]) => onChange(cleanCommaText(words.join(',')))}
    />
  );
}
