/** Language of programs: the text that all ranks of a job execute. */
package io.hopwright.models.program.language;
