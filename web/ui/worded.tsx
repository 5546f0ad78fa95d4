import type { ReactNode } from 'react';
import { fetchedPart } from './fetched-part.tsx';

// Few messages carry any markup: what draws it is fetched for the first of them.
const MessageText = fetchedPart(async () => (await import('./message-text.tsx')).MessageText);

/** A message of the server as it is shown: never as HTML, and never with raw tags. */
export const worded = (text: string): ReactNode => (/[<&]/.test(text) ? <MessageText text={text} /> : text);
