-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "unconfirmed_tries" SMALLINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "sms_charges" ADD COLUMN     "channel" TEXT NOT NULL DEFAULT 'sms';

ALTER TABLE messages ADD CONSTRAINT messages_unconfirmed_tries CHECK (unconfirmed_tries >= 0) NOT VALID;
ALTER TABLE sms_charges ADD CONSTRAINT sms_charges_channel CHECK (channel IN ('telegram', 'whatsapp', 'viber', 'sms', 'voice')) NOT VALID;
