/** Connection matrices of htsim ({@code .cm}): flows and triggers as graphs of operations. */
package io.hopwright.models.program.htsim;
