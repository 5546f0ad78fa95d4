/** Where popovers are put, so that their text stays inside a landmark of the page. */
export function pageContainer(): HTMLElement {
  return document.getElementById('content') ?? document.body;
}
