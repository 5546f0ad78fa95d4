import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, freshFolder, run, type Server, startServer, stopAll, waitUntil } from '../processes.ts';
import { storeFile, storeProgram } from './install.ts';

/** A real store that runs until stopped. */
export interface RealStore {
  url: string;
  /** Fields of an account there. */
  key: Record<string, string>;
  stop(): Promise<void>;
}

const answers = (url: string) => () =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** s3rver: an S3 server in Node, which knows no policies. */
export async function startS3rver(): Promise<RealStore> {
  const folder = freshFolder('s3rver');
  const port = await freePort();
  const args = ['-d', join(folder, 'data'), '-a', '127.0.0.1', '-p', String(port)];
  mkdirSync(join(folder, 'data'));
  const server = startServer({ command: storeProgram('s3rver'), args, log: join(folder, 'log') });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil('s3rver', answers(url));
  return {
    url,
    key: { accessKey: 'S3RVER', secretKey: 'S3RVER', endpoint: url },
    stop: () => stopAll([server], folder),
  };
}

/** Azurite, Microsoft's own emulator, with its well-known account. */
export async function startAzurite(): Promise<RealStore> {
  const folder = freshFolder('azurite');
  const port = await freePort();
  const args = ['--blobHost', '127.0.0.1', '--blobPort', String(port), '-l', folder, '--skipApiVersionCheck'];
  const server = startServer({
    command: storeProgram('azurite-blob'),
    args: [...args, '--disableTelemetry'],
    log: join(folder, 'log'),
  });
  const url = `http://127.0.0.1:${port}/devstoreaccount1`;
  await waitUntil('azurite', answers(url));
  const accountKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
  const connectionString = `AccountName=devstoreaccount1;AccountKey=${accountKey};BlobEndpoint=${url};`;
  return { url, key: { connectionString }, stop: () => stopAll([server], folder) };
}

/** The storage part of Google's own emulator, which runs alone; its inner parts are pinned with its release. */
const googleServer = `const { createRequire } = await import('node:module');
const require = createRequire(process.argv[2]);
const { StorageEmulator } = require('firebase-tools/lib/emulator/storage');
const { EmulatorRegistry } = require('firebase-tools/lib/emulator/registry');
const { createApp } = require('firebase-tools/lib/emulator/storage/server');
const port = Number(process.argv[3]);
const emulator = new StorageEmulator({ projectId: 'demo-blog', rules: [], host: '127.0.0.1', port });
EmulatorRegistry.set('storage', emulator);
(await createApp('demo-blog', emulator)).listen(port, '127.0.0.1');
`;

/** Google's emulator: it makes no bucket, and has each one in which a file stands; it looks at no token. */
export async function startGoogleEmulator(): Promise<RealStore> {
  const folder = freshFolder('google');
  const port = await freePort();
  const script = join(folder, 'server.mjs');
  writeFileSync(script, googleServer);
  const args = [script, storeFile('package.json'), String(port)];
  const server = startServer({ command: process.execPath, args, log: join(folder, 'log') });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil('google', answers(url));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const credentials = JSON.stringify({ client_email: 'a@b.test', project_id: 'demo-blog', private_key });
  return { url, key: { credentials, endpoint: url }, stop: () => stopAll([server], folder) };
}

/** Debian packages of Ceph's gateway. */
export const cephPackages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph-common'];

const cephConfig = (folder: string, monitor: number, gateway: number) => `[global]
fsid=11111111-2222-3333-4444-555555555555
mon_initial_members=a
mon_host=[v1:127.0.0.1:${monitor}/0]
public_network=127.0.0.0/8
ms_bind_msgr2=false
auth_cluster_required=none
auth_service_required=none
auth_client_required=none
osd_pool_default_size=1
osd_pool_default_min_size=1
osd_pool_default_pg_num=4
mon_max_pg_per_osd=1000
osd_crush_chooseleaf_type=0
osd_class_update_on_start=false
osd_crush_update_on_start=false
bluestore_block_size=4294967296
osd_memory_target=939524096
run_dir=${folder}/run
admin_socket=${folder}/run/$name.asok
log_file=${folder}/log/$name.log
mon_data=${folder}/mon
osd_data=${folder}/osd
keyring=${folder}/keyring
[client.rgw.a]
rgw_data=${folder}/rgw
rgw_frontends=beast endpoint=127.0.0.1:${gateway}
rgw_enable_static_website=true
rgw_enable_apis=s3, s3website, admin
rgw_dns_name=s3.localhost
rgw_dns_s3website_name=s3-website.localhost
`;

/** Ceph's gateway over one disk: a whole S3 server, with policies and websites. */
export async function startCeph(): Promise<RealStore> {
  const folder = freshFolder('ceph');
  const [monitor, gateway] = [await freePort(), await freePort()];
  for (const name of ['run', 'log', 'mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'ceph.conf'), cephConfig(folder, monitor, gateway));
  const env = { CEPH_CONF: join(folder, 'ceph.conf') };
  const conf = ['-c', env.CEPH_CONF];
  const osd = readFileSync('/proc/sys/kernel/random/uuid', 'utf8').trim();
  const keyring = join(folder, 'keyring');
  const map = join(folder, 'monmap');
  const fsid = '11111111-2222-3333-4444-555555555555';
  run('monmaptool', ['--create', '--clobber', '--addv', 'a', `[v1:127.0.0.1:${monitor}]`, '--fsid', fsid, map], env);
  run('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'], env);
  run('ceph-mon', [...conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring], env);
  const log = join(folder, 'started.log');
  const servers: Server[] = [startServer({ command: 'ceph-mon', args: [...conf, '-f', '-i', 'a'], log })];
  run('ceph', [...conf, '--connect-timeout', '60', 'osd', 'new', osd], env);
  run('ceph', [...conf, 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=vm'], env);
  run('ceph-osd', [...conf, '-i', '0', '--mkfs', '--osd-uuid', osd], env);
  servers.push(startServer({ command: 'ceph-osd', args: [...conf, '-f', '-i', '0'], log }));
  servers.push(startServer({ command: 'radosgw', args: [...conf, '-f', '-n', 'client.rgw.a'], log }));
  const url = `http://127.0.0.1:${gateway}`;
  await waitUntil('ceph', answers(url));
  const [accessKey, secretKey] = ['AKTEST', 'SKTEST-secret-of-ceph'];
  const user = ['--uid=blog', '--display-name=blog', `--access-key=${accessKey}`, `--secret-key=${secretKey}`];
  run('radosgw-admin', [...conf, 'user', 'create', ...user], env);
  return { url, key: { accessKey, secretKey, endpoint: url }, stop: () => stopAll(servers.reverse(), folder) };
}
