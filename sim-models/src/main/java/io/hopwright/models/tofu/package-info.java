/**
 * The Tofu interconnects TofuD, Tofu2 and Tofu of Ajima et al., <em>The Tofu Interconnect D</em>,
 * IEEE CLUSTER 2018. Rules: {@code docs/models/tofu.md}.
 */
package io.hopwright.models.tofu;
