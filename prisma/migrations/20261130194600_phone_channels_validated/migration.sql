ALTER TABLE messages VALIDATE CONSTRAINT messages_unconfirmed_tries;
ALTER TABLE sms_charges VALIDATE CONSTRAINT sms_charges_channel;
