import { type ApiReply, jsonReply } from '../api-server.ts';
import { complaintOf, type SourceApi, startSourceApi } from './source-api.ts';

/** Starts a rehearsed Kontent Machine with the campaigns "garden" and "nothing", which is empty. */
export function startKontentMachine(): Promise<SourceApi> {
  const key = { apiKey: 'kontent-key-1234567890', listMethod: 'getcampaigns', balanceMethod: 'getbalance' };
  return startSourceApi(key, (api, { form }, refusesKey) => {
    if (refusesKey || form.get('apikey') !== key.apiKey) return no('API key is not valid');
    const method = form.get('method');
    if (method === key.listMethod) return yes([{ id: 17, name: 'Garden' }, { id: 18 }]);
    if (method === key.balanceMethod) return yes({ balance: form.get('template') === 'gsa' ? 120 : 0 });
    if (method !== 'getcontent') return no('Method not found');
    if (api.trouble) return no(complaintOf(api));
    const campaign = form.get('campaignid') ?? '';
    if (campaign === 'nothing') return { ...yes([]), done: true };
    const texts = [`[WP-TITLE]On the ${campaign}[/WP-TITLE]\nA {fine|good} garden.`, `Second\n\nThe garden again.`];
    return { ...yes([...texts, 'One garden too many for two.']), done: true };
  });
}

const yes = (result: unknown): ApiReply => jsonReply({ status: 'success', result });
const no = (message: string): ApiReply => jsonReply({ status: 'error', message });
