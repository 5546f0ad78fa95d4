import type { OutsideAnswer, OutsideRequest, Tools } from './contract/tools.ts';

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
  const { type, body } = form.isMultipart ? inParts(tools, form) : urlencoded(form);
  return tools.http({ method: 'POST', url: form.url, headers: { 'content-type': type }, body, ...options });
}

const urlencoded = ({ fields }: FilledForm) => ({
  type: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(fields).toString(),
});

/** As browsers write it (HTML, section 4.10.21.7). No text that is sent can hold the boundary by chance. */
function inParts({ random }: Tools, { fields }: FilledForm) {
  const boundary = `----form${Array.from({ length: 24 }, () => Math.floor(random() * 36).toString(36)).join('')}`;
  const lines = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n');
  const quoted = (name: string) => lines(name).replaceAll('\r\n', '%0D%0A').replaceAll('"', '%22');
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  const parts = pairs.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${lines(value)}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}
