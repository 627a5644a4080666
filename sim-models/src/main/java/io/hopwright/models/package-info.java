/** Models of interconnection networks and of the workloads that load them. */
package io.hopwright.models;
