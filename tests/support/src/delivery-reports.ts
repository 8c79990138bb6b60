import { createHash, createHmac } from 'node:crypto';
import { sign } from './instagram/graph-server.ts';

export const SIGNING_KEY = 'seven-signing-key';
export const META_SECRET = 'the secret of the app at Meta';

/** A report of seven: its body, and the headers that sign it. */
export const sevenReport = (id: string, status: string, at: Date, key = SIGNING_KEY) => {
  const url = 'https://awards.example/api/seven/reports';
  const data = { msg_id: '77149843739', foreign_id: id, status, timestamp: '2026-11-30 08:08:00.000000' };
  const body = JSON.stringify({ data, webhook_event: 'dlr', webhook_timestamp: at.toISOString() });
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const nonce = 'fpPRhAd1s8GXacfR39mWqKPynmmXfJnc';
  const parts = [timestamp, nonce, 'POST', url, createHash('md5').update(body).digest('hex')];
  const signature = createHmac('sha256', key).update(parts.join('\n')).digest('hex');
  const headers = { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
  return { url: new URL(url).pathname, body, headers: { 'content-type': 'application/json', ...headers } };
};

/** A report of WhatsApp's Cloud API: its body, and the headers that sign it. */
export const whatsAppReport = (id: string, status: string, secret = META_SECRET) => {
  const errors = status === 'failed' ? { errors: [{ code: 131_026, title: 'Message undeliverable' }] } : {};
  const state = { id: 'message-1', status, timestamp: '1764500000', recipient_id: '380671234567', ...errors };
  const value = { messaging_product: 'whatsapp', statuses: [{ ...state, biz_opaque_callback_data: id }] };
  const entry = [{ id: '102290129340398', changes: [{ value, field: 'messages' }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(body, secret) };
  return { url: '/api/whatsapp/webhook', body, headers };
};
