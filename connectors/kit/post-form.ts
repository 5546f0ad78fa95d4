import type { OutsideAnswer, OutsideRequest, Tools } from './contract/tools.ts';
import { multipart } from './multipart.ts';

/** How a form is sent. */
type FormOptions = Pick<OutsideRequest, 'act' | 'raw' | 'secrets' | 'timeoutMs'>;

interface FilledForm {
  url: string;
  /** A list may have one name several times. */
  fields: Record<string, string> | [name: string, value: string][];
  /** True for a form that says so of itself, since it can take files. */
  isMultipart?: boolean;
}

/** Sends a form, urlencoded unless it asks for parts. */
export function postForm(tools: Tools, form: FilledForm, options: FormOptions = {}): Promise<OutsideAnswer> {
  const { url, fields } = form;
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  const sent = form.isMultipart ? multipart(pairs) : urlencoded(pairs);
  return tools.http({ method: 'POST', url, ...sent, ...options });
}

const urlencoded = (pairs: [name: string, value: string][]) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(pairs).toString(),
});
