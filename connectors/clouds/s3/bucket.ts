import { asked, sdkFault } from '#connectors/kit/clouds/send.ts';
import type { BucketState, CloudJob } from '#connectors/kit/contract/clouds.ts';
import { clientOf, library, regionOf, who } from './client.ts';

/** Whose a bucket is. */
export async function look(job: CloudJob): Promise<BucketState> {
  const [{ HeadBucketCommand }, client] = await Promise.all([library(), clientOf(job)]);
  try {
    await asked(job, who, () =>
      client.send(new HeadBucketCommand({ Bucket: job.bucket })).catch(passFaults([301, 403, 404])),
    );
    return 'own';
  } catch (error) {
    if (!(error instanceof Passed)) throw error;
    if (error.status === 404) return 'absent';
    // The answer to HEAD has no body: whether it is the key that is refused, or somebody else's bucket, the list tells.
    await checkKey(job);
    return 'taken';
  }
}

/** An answer that its caller judges. */
class Passed extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const passFaults =
  (statuses: number[], codes: string[] = []) =>
  (error: unknown): never => {
    const fault = sdkFault(error);
    if (fault && (statuses.includes(fault.status) || codes.includes(fault.code)))
      throw new Passed(fault.status, fault.code);
    throw error;
  };

/** Asks for the list of buckets, which every key of an owner may read. */
export async function checkKey(job: Pick<CloudJob, 'address' | 'key' | 'tools'>): Promise<number> {
  const [{ ListBucketsCommand }, client] = await Promise.all([library(), clientOf(job)]);
  const { Buckets = [] } = await asked(job, who, () => client.send(new ListBucketsCommand({})));
  return Buckets.length;
}

export async function make(job: CloudJob): Promise<'made' | 'taken'> {
  const [{ CreateBucketCommand }, client] = await Promise.all([library(), clientOf(job)]);
  const region = regionOf(job);
  const where = region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint: region as never } };
  try {
    await asked(job, who, () =>
      client
        .send(new CreateBucketCommand({ Bucket: job.bucket, ...where }))
        .catch(passFaults([], ['BucketAlreadyExists', 'BucketAlreadyOwnedByYou'])),
    );
    return 'made';
  } catch (error) {
    if (!(error instanceof Passed)) throw error;
    return error.code === 'BucketAlreadyOwnedByYou' ? 'made' : 'taken';
  }
}

const missing = ['NotImplemented', 'MethodNotAllowed', 'NoSuchPublicAccessBlockConfiguration'];

/** Lets everybody read, and switches the website on. Stores of other makers may lack a part: what is read then tells. */
export async function open(job: CloudJob, errorPage: string): Promise<void> {
  const sdk = await library();
  const client = await clientOf(job);
  const Bucket = job.bucket;
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await asked(job, who, () => work().catch(passFaults([501], missing)));
    } catch (error) {
      if (!(error instanceof Passed)) throw error;
    }
  };
  // Since April 2023 a new bucket refuses a policy that makes it public, until this block is taken away.
  await attempt(() => client.send(new sdk.DeletePublicAccessBlockCommand({ Bucket })));
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${Bucket}/*`] }],
  });
  await attempt(() => client.send(new sdk.PutBucketPolicyCommand({ Bucket, Policy })));
  const WebsiteConfiguration = { IndexDocument: { Suffix: 'index.html' }, ErrorDocument: { Key: errorPage } };
  await attempt(() => client.send(new sdk.PutBucketWebsiteCommand({ Bucket, WebsiteConfiguration })));
}

export async function discard(job: CloudJob): Promise<boolean> {
  const [{ DeleteBucketCommand }, client] = await Promise.all([library(), clientOf(job)]);
  try {
    await asked(job, who, () =>
      client
        .send(new DeleteBucketCommand({ Bucket: job.bucket }))
        .catch(passFaults([404, 409], ['NoSuchBucket', 'BucketNotEmpty'])),
    );
    return true;
  } catch (error) {
    if (!(error instanceof Passed)) throw error;
    return error.status === 404;
  }
}
