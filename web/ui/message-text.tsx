import { Fragment } from 'react';
import { messageParts } from '#domain/rules/message-parts.ts';
import { basePath } from '#web/lib/path-prefix.ts';

/** A message of the server that carries markup: drawn anew, part by part (D-GEN-13). */
export function MessageText({ text }: { text: string }) {
  let at = 0;
  return messageParts(text).map((part) => {
    at += 1;
    if (part.kind === 'break') return <br key={at} />;
    if (part.kind === 'strong') return <strong key={at}>{part.text}</strong>;
    if (part.kind === 'link')
      return (
        <a key={at} href={basePath + part.path}>
          {part.text}
        </a>
      );
    return <Fragment key={at}>{part.text}</Fragment>;
  });
}
