import { namesIn } from './look-of.ts';

// Names of elements by what they do to what is open: the lists of the HTML standard, section 13.2.
export const voids = namesIn(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
export const formatting = namesIn('a b big code em font i nobr s small strike strong tt u');
/** They form no part of the tree that matters here: html and body are one, head ends by itself. */
export const passedOver = namesIn('html head body frameset colgroup');
export const headings = namesIn('h1 h2 h3 h4 h5 h6');
export const endsParagraph = namesIn(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header hgroup hr li dd dt main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing table plaintext xmp',
);
export const special = namesIn(
  'address applet area article aside blockquote button caption center col dd details dir div dl dt embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe li listing main marquee menu nav noembed noframes noscript object ol p param plaintext pre script search section select style summary table tbody td template textarea tfoot th thead title tr ul xmp foreignobject desc',
);
export const scope = namesIn(
  'select applet caption table td th marquee object template foreignobject desc title mi mo mn ms mtext',
);
export const markers = namesIn('applet caption marquee object td template th');
export const listScope = new Set([...scope, 'ol', 'ul']);
export const buttonScope = new Set([...scope, 'button']);
export const tableScope = namesIn('table template');
export const tableParts = namesIn('caption tbody thead tfoot tr td th');
export const integration = namesIn('foreignobject desc title mi mo mn ms mtext annotation-xml');
export const leavesForeign = namesIn(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);
/** Parts of a table that a new part ends. */
export const tableEnds: Record<string, ReadonlySet<string>> = {
  caption: namesIn('caption tbody thead tfoot tr td th'),
  tbody: namesIn('caption tbody thead tfoot tr td th'),
  thead: namesIn('caption tbody thead tfoot tr td th'),
  tfoot: namesIn('caption tbody thead tfoot tr td th'),
  tr: namesIn('caption tr td th'),
  td: namesIn('caption td th'),
  th: namesIn('caption td th'),
};
