import type { Locator, Page } from 'playwright-core';

/** A point of the screen, in px. */
interface Point {
  x: number;
  y: number;
}

/** The designer of a page, as a hand and an eye meet it. */
export function designerPage(page: Page) {
  const canvas = () => page.getByRole('application', { name: 'Diagram' });
  /** Boxes by the beginning of what a screen reader says of them. */
  const box = (name: string) => canvas().locator(`.joint-element[aria-label^="${name}"]`);
  const rect = async (of: Locator) => {
    const found = await of.boundingBox();
    if (!found) throw new Error('It is not on the screen');
    return found;
  };
  const middle = async (of: Locator): Promise<Point> => {
    const { x, y, width, height } = await rect(of);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const drag = async (from: Point, to: Point) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  return {
    canvas,
    box,
    rect,
    middle,
    drag,
    button,
    /** Where a box stands on the sheet. */
    async place(name: string): Promise<[x: number, y: number]> {
      const [, x, y] =
        /translate\(([-\d.]+)[, ]+([-\d.]+)/.exec((await box(name).getAttribute('transform')) ?? '') ?? [];
      return [Number(x), Number(y)];
    },
    /** Drags a kind of box from the stencil to a point of the sheet that is seen, in px from its left upper corner. */
    async bring(kind: string, { x, y }: Point) {
      const sheet = await rect(canvas());
      await drag(await middle(button(`Add ${kind}`)), { x: sheet.x + x, y: sheet.y + y });
    },
    /** Drags the link handle of a box to another one. */
    async link(from: string, to: string) {
      await box(from).click({ position: { x: 20, y: 60 } });
      await drag(await middle(button(/^Link/)), await middle(box(to)));
    },
    said: () => page.locator('.designer-said').textContent(),
    nSelected: () => canvas().locator('.is-selected').count(),
    zoom: () => page.getByLabel('Zoom', { exact: true }).textContent(),
  };
}
