/** The language of programs: what a text says that all ranks of a job do. */
package io.hopwright.models.program.language;
