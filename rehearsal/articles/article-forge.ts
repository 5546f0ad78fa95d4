import { type ApiReply, jsonReply } from '../api-server.ts';
import { complaintOf, type SourceApi, startSourceApi } from './source-api.ts';

/** A rehearsed Article Forge: initiate, progress, result. */
export interface ForgeApi extends SourceApi {
  /** Orders by their number: ready at the second question. */
  orders: Map<string, { keyword: string; length: string; questions: number }>;
  /** What it tells of the account. */
  usage: Record<string, unknown>;
}

/** Starts it. Nobody knows anything of "nothing". */
export async function startArticleForge(): Promise<ForgeApi> {
  const orders: ForgeApi['orders'] = new Map();
  const usage = { 'Words remaining': '25,000' };
  const api = await startSourceApi({ apiKey: 'article-key-1234567890' }, (own, { path, form }, refusesKey) => {
    if (refusesKey || form.get('key') !== own.key.apiKey) return fail('Invalid API key');
    if (path === '/api/check_usage') return jsonReply({ status: 'Success', ...(own as ForgeApi).usage });
    if (path === '/api/initiate_article') {
      if (own.trouble) return fail(complaintOf(own));
      const ref_key = `ref-${orders.size}`;
      orders.set(ref_key, { keyword: form.get('keyword') ?? '', length: form.get('length') ?? '', questions: 0 });
      return jsonReply({ status: 'Success', ref_key }, { done: true });
    }
    const order = orders.get(form.get('ref_key') ?? '');
    if (!order) return fail('Unknown ref_key');
    if (path === '/api/get_api_progress') {
      order.questions += 1;
      return jsonReply({ status: 'Success', progress: order.questions > 1 ? 1 : '0.4' });
    }
    const text = `All about ${order.keyword}\n\nIt is ${order.keyword}. More of it.`;
    return jsonReply({ status: 'Success', article: order.keyword === 'nothing' ? '' : text, article_id: 7 });
  });
  return Object.assign(api, { orders, usage });
}

const fail = (error_message: string): ApiReply => jsonReply({ status: 'Fail', error_message });
