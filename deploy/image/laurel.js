#!/usr/local/bin/node
import('/app/apps/api/dist/laurel.js');
