import type { ReadStream } from 'node:tty';

/** Asks for a password in a terminal; what is typed is not shown. Undefined when it is given up (Ctrl-C, Ctrl-D). */
export function askPassword(
  question: string,
  input: ReadStream,
  output: NodeJS.WritableStream,
): Promise<string | undefined> {
  // Before the question: what is typed at its first sight must not be shown either.
  input.setRawMode(true);
  output.write(question);
  input.setEncoding('utf8');
  let typed = '';
  return new Promise((resolve) => {
    const end = (answer: string | undefined) => {
      input.setRawMode(false);
      input.pause();
      input.off('data', read);
      output.write('\n');
      resolve(answer);
    };
    const read = (chunk: string) => {
      for (const key of chunk) {
        if (key === '\r' || key === '\n') return end(typed);
        if (key === '\u0003' || key === '\u0004') return end(undefined);
        // Backspace takes a whole character, also one of two halves.
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('');
        else if (key >= ' ') typed += key;
      }
    };
    input.on('data', read);
  });
}
