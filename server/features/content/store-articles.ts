import type { ArticleRow } from '#domain/contract/content.ts';
import { topics } from '#domain/contract/live.ts';
import { isSpinBroken } from '#domain/rules/spin-braces.ts';
import type { App } from '../../app.ts';
import { RefusedList } from '../../imports/refused-list.ts';
import { commit } from '../../live/commit.ts';
import { mostRowsTold, rowPortions } from '../../live/row-portions.ts';
import { noteGroup } from './groups.ts';

/** An article without an author. */
export interface NewArticle {
  title: string;
  body: string;
}
/** Articles are stored as soon as so many, or so many characters of them, wait. */
const portion = 500;
const portionLength = 4_000_000;

/** Stores articles in portions while they come in; what is stored is told once. */
export class ArticleStoring {
  count = 0;
  /** Titles of those with broken spin syntax: taken, so that they can be mended here. */
  readonly broken = new RefusedList();
  readonly #app: App;
  readonly #groupId: number;
  readonly #rows: ArticleRow[] = [];
  #waiting: (NewArticle & { isBroken: boolean })[] = [];
  #length = 0;

  constructor(app: App, groupId: number) {
    this.#app = app;
    this.#groupId = groupId;
  }

  async add(article: NewArticle): Promise<void> {
    const isBroken = isSpinBroken(article.title, article.body);
    if (isBroken) this.broken.add(article.title);
    this.#waiting.push({ ...article, isBroken });
    this.#length += article.title.length + article.body.length;
    if (this.#waiting.length >= portion || this.#length >= portionLength) await this.flush();
  }

  async flush(): Promise<void> {
    const added = this.#waiting;
    const values = added.map(({ title, body }) => ({ title, body, content_group_id: this.#groupId }));
    this.#waiting = [];
    this.#length = 0;
    if (values.length === 0) return;
    const rows = await this.#app.store.db.insertInto('articles').values(values).returning(['id', 'title']).execute();
    this.count += rows.length;
    if (this.#rows.length <= mostRowsTold) this.#tellRows(rows, added);
  }

  /** Rows come back in the order they were sent in. */
  #tellRows(rows: { id: number; title: string }[], added: { isBroken: boolean }[]): void {
    for (const [at, row] of rows.entries())
      this.#rows.push({ ...row, usageCount: 0, isBroken: added[at]?.isBroken ?? false });
  }

  async tell(): Promise<void> {
    if (this.count === 0) return;
    await commit(this.#app, async (tx, note) => {
      const topic = topics.contentGroup(this.#groupId);
      if (this.count > mostRowsTold) note(topic, { action: 'articlesChanged', contentGroupId: this.#groupId });
      else for (const articles of rowPortions(this.#rows)) note(topic, { action: 'newArticles', articles });
      await noteGroup(tx, note, this.#groupId);
    });
  }
}
