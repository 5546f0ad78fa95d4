import type { OutsideAnswer, OutsideRequest, Tools } from './contract/tools.ts';

/** How a form is sent. */
type FormOptions = Pick<OutsideRequest, 'act' | 'raw' | 'secrets' | 'timeoutMs'>;

/** Sends a urlencoded form; a list of fields may have one name several times. */
export function postForm(
  tools: Tools,
  to: { url: string; fields: Record<string, string> | [name: string, value: string][] },
  options: FormOptions = {},
): Promise<OutsideAnswer> {
  return tools.http({
    method: 'POST',
    url: to.url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(to.fields).toString(),
    ...options,
  });
}
