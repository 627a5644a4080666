/** Reports: one page of HTML with charts, made from results read back from their directories. */
package io.hopwright.runner.report;
