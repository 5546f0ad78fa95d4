/** What an element says of its own visibility. */
export interface Look {
  isGone: boolean;
  visibility: 'hidden' | 'visible' | undefined;
}

/** Element names of a text, for look-ups. */
export const namesIn = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** What stands inside is shown to no reader with a usual browser. */
const neverShown = namesIn(
  'template noscript textarea script style title select datalist iframe object video audio canvas noembed noframes rp defs symbol metadata desc',
);

/** What an element says of its own visibility, by its name, `hidden` and its inline style. */
export function lookOf(name: string, attributes: Record<string, string>): Look {
  const isClosed = name === 'dialog' && attributes.open === undefined;
  const look: Look = {
    isGone: neverShown.has(name) || isClosed || attributes.hidden !== undefined,
    visibility: undefined,
  };
  if (attributes.style === undefined) return look;
  const values = new Map<string, { value: string; isImportant: boolean }>();
  for (const declaration of withoutComments(attributes.style).toLowerCase().split(';')) {
    const [property = '', text = ''] = declaration.split(':');
    const [value = '', important] = text.split('!');
    const isImportant = important?.trim() === 'important';
    if (isImportant || !values.get(property.trim())?.isImportant)
      values.set(property.trim(), { value: value.trim(), isImportant });
  }
  if (values.get('display')?.value === 'none') look.isGone = true;
  const visibility = values.get('visibility')?.value;
  if (visibility === 'hidden' || visibility === 'collapse') look.visibility = 'hidden';
  if (visibility === 'visible') look.visibility = 'visible';
  return look;
}

function withoutComments(style: string): string {
  const [first = '', ...rest] = style.split('/*');
  return [first, ...rest.map((part) => part.slice(part.indexOf('*/') < 0 ? part.length : part.indexOf('*/') + 2))].join(
    ' ',
  );
}
