import { decodeEntities } from '#connectors/kit/find-elements.ts';
import { readObject } from '#connectors/kit/read-answer.ts';

/** An answer of the interface, in whichever shape it came. */
export interface Answer {
  isGood: boolean;
  session: string;
  output: string;
  error: string;
}

const names = ['success', 'session', 'output', 'error'] as const;

/** Reads JSON, or XML with one element a value; undefined for anything else. */
export function readAnswer(text: string): Answer | undefined {
  const values = readObject(text) ?? readXml(text);
  if (values?.success === undefined) return undefined;
  const [success, session, output, error] = names.map((name) => String(values[name] ?? ''));
  return {
    isGood: /^(true|1)$/i.test(success ?? ''),
    session: session ?? '',
    output: output ?? '',
    error: error ?? '',
  };
}

function readXml(text: string): Record<string, string> | undefined {
  if (!text.trimStart().startsWith('<')) return undefined;
  const pairs = names.flatMap((name) => {
    const from = text.indexOf(`<${name}>`);
    const to = text.lastIndexOf(`</${name}>`);
    return from < 0 || to < from ? [] : [[name, innerText(text.slice(from + name.length + 2, to).trim())]];
  });
  return Object.fromEntries(pairs);
}

const [begin, end] = ['<![CDATA[', ']]>'];
const innerText = (text: string) =>
  text.startsWith(begin) && text.endsWith(end) ? text.slice(begin.length, -end.length) : decodeEntities(text);
