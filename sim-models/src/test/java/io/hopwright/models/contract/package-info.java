/** What holds for every machine, whatever it is: each brings cases, and the tests are the same. */
package io.hopwright.models.contract;
