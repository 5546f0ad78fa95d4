import { type Api, type ApiRequest, jsonReply, startApi } from './api-server.ts';

/** A rehearsed writer of articles with the interface of Article Forge (initiate, progress, result). */
export interface ArticleApi extends Api {
  key: string;
  /** Orders by their key: ready at the second question. */
  orders: Map<string, { keyword: string; questions: number }>;
}

/** Starts it. Nobody knows anything of "nothing". */
export async function startArticleSource(): Promise<ArticleApi> {
  const key = 'article-key-1234567890';
  const orders: ArticleApi['orders'] = new Map();
  const handle = ({ path, form }: ApiRequest, refusesKey: boolean) => {
    if (refusesKey || form.get('key') !== key) return jsonReply({ status: 'Fail', error_message: 'Invalid API key' });
    if (path === '/api/check_usage') return jsonReply({ status: 'Success', 'Words remaining': 25_000 });
    if (path === '/api/initiate_article') {
      const ref_key = `ref-${orders.size}`;
      orders.set(ref_key, { keyword: form.get('keyword') ?? '', questions: 0 });
      return jsonReply({ status: 'Success', ref_key }, { done: true });
    }
    const order = orders.get(form.get('ref_key') ?? '');
    if (!order) return jsonReply({ status: 'Fail', error_message: 'Unknown ref_key' });
    if (path === '/api/get_api_progress') {
      order.questions += 1;
      return jsonReply({ status: 'Success', progress: order.questions > 1 ? 1 : 0.4 });
    }
    const article =
      order.keyword === 'nothing' ? '' : `All about ${order.keyword}\n\nIt is ${order.keyword}. More of it.`;
    return jsonReply({ status: 'Success', article, article_id: 7 });
  };
  return { ...(await startApi(handle)), key, orders };
}
