import type { Evidence, Fault, Invariant } from '../evidence.ts';
import type { CallRecord } from '../operator.ts';

/** A process needs a moment to find its store again. */
const recoverMs = 1_500;

function during(faults: Fault[], call: CallRecord, ...kinds: Fault['kind'][]): boolean {
  const end = call.answeredAt ?? call.failedAt ?? call.sentAt;
  return faults.some((fault) => kinds.includes(fault.kind) && call.sentAt <= fault.to + recoverMs && end >= fault.from);
}

export const noServerErrors: Invariant = {
  name: 'no answer above 499',
  judge: ({ calls, faults, logged }) =>
    calls.flatMap((call) => {
      if (call.status === null || call.status < 500) return [];
      // Without its store the product may say so, and nothing else.
      if (call.status === 503 && during(faults, call, 'storeAway', 'powerCut')) return [];
      const request = /\(request (req-\w+)\)/.exec(JSON.stringify(call.body))?.[1];
      const why = logged.filter((line) => line.startsWith(`${request};`)).join(' or ');
      return [
        `${call.call} (${call.about}) answered ${call.status}: ${why || JSON.stringify(call.body).slice(0, 200)}`,
      ];
    }),
};

export const answersFit: Invariant = {
  name: 'answers have their declared shape',
  judge: ({ calls }) =>
    calls
      .filter((call) => !call.fits)
      .map((call) => `${call.call} (${call.about}): ${JSON.stringify(call.body).slice(0, 300)}`),
};

export const allAnswered: Invariant = {
  name: 'every call is answered while its process lives',
  judge: ({ calls, faults }) =>
    calls
      .filter((call) => call.answeredAt === null && !during(faults, call, 'kill', 'term', 'powerCut', 'storeAway'))
      .map((call) => `${call.call} (${call.about}) got no answer: ${call.lost}`),
};

export const processesLive: Invariant = {
  name: 'no process ends by itself',
  judge: ({ deaths }) => deaths,
};

export const windowsTellTruth: Invariant = {
  name: 'what the live channel told equals what the store says',
  judge: ({ windows, fresh, unrest, calls }) => {
    if (unrest.length > 0) return [];
    // A page shows the sites that it loaded: one that was deleted and added again comes with the next load.
    const again = calls
      .filter((call) => call.call === 'deleteCustomSites')
      .map((call) => call.about.replace('site ', ''));
    const isAgain = (fault: string) =>
      fault.includes('shows undefined') && again.some((id) => fault.includes(` ${id} `));
    return windows.flatMap((window) => differences(window, fresh)).filter((fault) => !isAgain(fault));
  },
};

function differences({ engine, shown }: Evidence['windows'][number], fresh: Evidence['fresh']): string[] {
  return [...new Set([...shown.keys(), ...fresh.keys()])].flatMap((name) => {
    const [told, is] = [shown.get(name), fresh.get(name)];
    return told === is ? [] : [`window on engine ${engine}, ${name}: shows ${told}, is ${is}`];
  });
}

export const logsStayClean: Invariant = {
  name: 'no fault of the program in the log',
  judge: ({ logged, faults }) => {
    const wasAway = faults.some(({ kind }) => kind === 'storeAway' || kind === 'powerCut');
    // Without its store every round fails, which is said.
    return wasAway ? [] : logged.map((line) => line.slice(0, 600));
  },
};
