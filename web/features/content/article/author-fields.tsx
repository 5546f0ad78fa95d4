import { Input } from 'antd';
import { Field } from '#web/ui/field.tsx';

/** Who wrote an article, as directories of articles tell it. */
export interface Authors {
  authorName: string;
  authorBio: string;
}

interface AuthorFieldsProps {
  authors: Authors;
  problems: Record<string, string>;
  onChange: (part: Partial<Authors>) => void;
}

/** Name and description of the author. */
export function AuthorFields({ authors, problems, onChange }: AuthorFieldsProps) {
  return (
    <>
      <Field id="authorName" label="Author Name" problem={problems.authorName}>
        <Input
          id="authorName"
          value={authors.authorName}
          style={{ maxWidth: 480 }}
          onChange={(event) => onChange({ authorName: event.target.value })}
        />
      </Field>
      <Field id="authorBio" label="Author Bio" problem={problems.authorBio}>
        <Input.TextArea
          id="authorBio"
          value={authors.authorBio}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={(event) => onChange({ authorBio: event.target.value })}
        />
      </Field>
    </>
  );
}
